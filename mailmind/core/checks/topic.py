"""What a sentence is about, as far as plain words can tell: its topic words, its events, its IDs.

Owned here: two sentences are about the same thing only if nothing tells them apart. Another order
number, another event or another person's matter does.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from mailmind.core.checks.compare import identifier
from mailmind.core.normalize import find
from mailmind.core.text import running
from mailmind.core.wordlist import words

_WORD = re.compile(r"[^\W\d_]{3,}")
_STOP = words(
    """
    the and for with from that this will have has had was were been are our your their his her its you
    they not but can could would should may might shall than then them there here into about over
    under please thanks thank dear hello best regards kind regards new now also just only any all some
    more moved move moving changed change rescheduled postponed updated update instead actually
    correction corrected correct sorry confusion time date day week month year today tomorrow
    yesterday monday tuesday wednesday thursday friday saturday sunday january february march april
    june july august september october november december noon midnight amount total value number
    starts start begins der die das und für mit von dass dies wird werden ist war sind ein eine einen
    einem einer nicht aber auch nur nach auf aus bei bitte danke liebe lieber sehr geehrte uhr montag
    dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober
    dezember verschoben geändert les des une pour avec dans sur est sont vous nous votre notre mais
    aussi merci bonjour lundi mardi mercredi jeudi vendredi samedi dimanche heure heures los las una
    para con por que del está son usted nuestro pero también gracias hola lunes martes miércoles
    jueves viernes sábado domingo hora horas
    """
)
_EVENTS = {
    name: canonical
    for canonical, names in {
        "meeting": "meeting meet meetings appointment besprechung termin treffen réunion rendez-vous "
        "reunión cita",
        "call": "call phone anruf telefonat appel llamada videocall webcall teleconference",
        "dinner": "dinner abendessen dîner cena",
        "lunch": "lunch mittagessen déjeuner almuerzo comida",
        "breakfast": "breakfast frühstück desayuno",
        "coffee": "coffee kaffee café",
        "flight": "flight fly flug vol vuelo departure departs",
        "train": "train zug tren ice tgv",
        "delivery": "delivery deliver delivered parcel package lieferung paket livraison colis "
        "entrega paquete",
        "interview": "interview vorstellungsgespräch entretien entrevista",
        "demo": "demo demonstration presentation präsentation présentation presentación",
        "workshop": "workshop training seminar webinar schulung formation taller",
        "deadline": "deadline due frist échéance plazo",
        "check-in": "checkin check-in arrival anreise arrivée llegada",
        "check-out": "checkout check-out abreise départ salida",
        "party": "party feier fête fiesta",
        "launch": "launch release start go-live lancement lanzamiento",
        "refund": "refund refunded refunds erstattung rückerstattung remboursement reembolso",
        "deposit": "deposit anzahlung kaution acompte depósito",
        "invoice": "invoice rechnung facture factura bill",
        "fee": "fee fees gebühr gebühren frais tarifa charge",
        "shipping": "shipping postage versand versandkosten envío",
        "rent": "rent miete loyer alquiler",
        "salary": "salary gehalt salaire salario",
        "discount": "discount rabatt remise descuento",
        "price": "price preis prix precio cost costs kosten coût",
    }.items()
    for name in names.split()
}
_NUMBERED = re.compile(
    r"\b(?:order|invoice|booking|ticket|case|flight|room|account|contract|policy|bestellung|rechnung|auftrag|"
    r"buchung|zimmer|vertrag|commande|facture|réservation|chambre|contrat|pedido|factura|reserva|contrato)"
    r"\s*(?:no\.?|nr\.?|n°|#|number|nummer)?\s*([A-Z]{0,4}-?\d[\w-]*)",
    re.IGNORECASE,
)
"""A thing with its number, however short: enough to tell two of them apart."""
_EVENT_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Topic:
    """What can be told about the matter of some words."""

    words: frozenset[str]
    events: frozenset[str]
    ids: frozenset[str]

    def conflicts(self, other: "Topic") -> bool:
        """True where something tells the two apart: other IDs, or other events."""
        if self.ids and other.ids and not self.ids & other.ids:
            return True
        return bool(self.events and other.events and not self.events & other.events)

    def shares(self, other: "Topic") -> bool:
        """True where an event, an ID or a content word is common to both."""
        return bool(self.events & other.events or self.ids & other.ids or self.words & other.words)

    def __or__(self, other: "Topic") -> "Topic":
        """The topic of both texts together."""
        return Topic(self.words | other.words, self.events | other.events, self.ids | other.ids)


@lru_cache(maxsize=4096)
def topic_of(text: str) -> Topic:
    """The topic of some words."""
    text = running(text)
    words = frozenset(
        stem(w) for w in _WORD.findall(text.casefold()) if w not in _STOP and len(w) > 3
    )
    events = frozenset(_EVENTS[w] for w in _EVENT_WORD.findall(text.casefold()) if w in _EVENTS)
    ids = {
        identifier(v.reading.get("value") or v.text)
        for v in find(text)
        if v.kind == "id" and v.subkind not in ("url", "email", "message")
    }
    ids |= {identifier(m.group(1)) for m in _NUMBERED.finditer(text)}
    return Topic(words, events, frozenset(ids))


def is_stop(word: str) -> bool:
    """True for words that tell nothing apart: small words, weekdays, months, courtesies."""
    return word.casefold() in _STOP or word.casefold() in _EVENTS


def stem(word: str) -> str:
    """A word without its commonest endings, for telling whether two sentences share it."""
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "en", "er", "s", "e", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
