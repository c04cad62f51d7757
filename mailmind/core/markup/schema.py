"""Schema.org items to facts: which property is a date, a number to refer to, a price, a name.

Owned here: the table of properties. What is not in it is no fact.
"""

import re
from collections.abc import Iterator

from mailmind.core.markup.items import Item, Literal
from mailmind.core.values import FactType, MarkupFact

_MOMENTS = frozenset(
    {
        "arrivalTime", "boardingTime", "bookingTime", "checkinDate", "checkinTime", "checkoutDate",
        "checkoutTime", "datePublished", "departureDay", "departureTime", "doorTime", "dropoffTime",
        "endDate", "endTime", "estimatedArrivalTime", "expectedArrivalFrom", "expectedArrivalUntil",
        "modifiedTime", "orderDate", "paymentDue", "paymentDueDate", "pickupTime",
        "previousStartDate", "scheduledPaymentDate", "startDate", "startTime", "validFrom",
        "validThrough", "validUntil", "webCheckinTime", "dateIssued",
    }
)  # fmt: skip
_IDS = frozenset(
    {
        "accountId", "busNumber", "confirmationNumber", "flightNumber", "invoiceNumber",
        "membershipNumber", "orderNumber", "reservationId", "reservationNumber", "ticketNumber",
        "trackingNumber", "trainNumber", "confirmationCode", "identifier",
    }
)  # fmt: skip
_PRICES = {
    "price": "priceCurrency",
    "totalPrice": "priceCurrency",
    "value": "currency",
    "lowPrice": "priceCurrency",
    "highPrice": "priceCurrency",
}
_PEOPLE = frozenset(
    {"underName", "customer", "passenger", "attendee", "author", "performer", "acceptedBy"}
)
_ORGANISATIONS = frozenset(
    {
        "airline", "broker", "carrier", "merchant", "organizer", "operator", "provider", "seller",
        "trainCompany", "busCompany", "bookingAgent", "rentalCompany", "hiringOrganization",
    }
)  # fmt: skip
_PLACES = frozenset(
    {
        "arrivalAirport", "arrivalBoatTerminal", "arrivalBusStop", "arrivalStation",
        "departureAirport", "departureBoatTerminal", "departureBusStop", "departureStation",
        "dropoffLocation", "location", "pickupLocation", "address", "deliveryAddress",
    }
)  # fmt: skip
_STATES = frozenset(
    {"reservationStatus", "orderStatus", "eventStatus", "paymentStatus", "actionStatus"}
)
_ADDRESS_PARTS = (
    "streetAddress",
    "postalCode",
    "addressLocality",
    "addressRegion",
    "addressCountry",
)
_DATE = re.compile(r"\d{4}-?\d\d-?\d\d\Z")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?\Z")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def facts(item: Item, source: str) -> Iterator[MarkupFact]:
    """The facts of an item and of all items within it."""
    for name, value in item.properties:
        if isinstance(value, Literal):
            fact = _literal_fact(item, name, value, source)
            if fact is not None:
                yield fact
        else:
            yield from _named(item, name, value, source)
            yield from facts(value, source)


def _literal_fact(item: Item, name: str, value: Literal, source: str) -> MarkupFact | None:
    kind, text = None, value.text
    if name in _MOMENTS:
        kind = _moment_type(text)
    elif name in _IDS and any(c.isdigit() or c.isupper() for c in text):
        kind = FactType.ID
    elif name in _PRICES and any(c.isdigit() for c in text):
        currency = item.literal(_PRICES[name]) or item.literal("currency")
        if currency is None and name == "value":
            return None
        kind = FactType.AMOUNT
        text = f"{text} {currency.text}" if currency else text
    elif name == "telephone":
        kind = FactType.PHONE
    elif name in _STATES:
        kind, text = FactType.CLAIM, words(text.rstrip("/").rpartition("/")[2])
    elif name in _PLACES or (name == "name" and "." not in item.path.partition(":")[2]):
        kind = FactType.PERSON if item.type == "Person" else FactType.CLAIM
    if kind is None:
        return None
    statement = f"{words(name)} of the {words(item.type) or 'item'}"
    return MarkupFact(kind, statement, text, f"{item.path}.{name}", source, value.quote)


def _moment_type(text: str) -> FactType:
    if _DATE.match(text):
        return FactType.DATE
    return FactType.TIME if _CLOCK.match(text) else FactType.DATETIME


def _named(owner: Item, name: str, value: Item, source: str) -> Iterator[MarkupFact]:
    """A person, an organisation or a place, by its name."""
    kind = (
        FactType.PERSON
        if name in _PEOPLE and value.type != "Organization"
        else FactType.ORG
        if name in _ORGANISATIONS
        else FactType.CLAIM
        if name in _PLACES or name == "reservationFor"
        else None
    )
    if kind is None:
        return
    statement = f"{words(name)} of the {words(owner.type) or 'item'}"
    called = value.literal("name")
    if called is not None:
        yield MarkupFact(kind, statement, called.text, f"{value.path}.name", source, called.quote)
    for part in _ADDRESS_PARTS:
        literal = value.literal(part)
        if literal is not None:
            where = f"{words(part)} of the {words(value.type) or 'address'}"
            yield MarkupFact(
                FactType.CLAIM, where, literal.text, f"{value.path}.{part}", source, literal.quote
            )


def words(name: str) -> str:
    """``departureTime`` as words."""
    return _CAMEL.sub(" ", name).lower()
