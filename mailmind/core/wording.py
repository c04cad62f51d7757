"""The few sentences that the program itself writes to correspondents, by language.

Owned here: they state nothing. No sentence here holds a figure, a date or an assertion.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mailmind.core.values import FactType

_ORDER = tuple(FactType)


@dataclass(frozen=True, slots=True)
class Wording:
    """One language."""

    hello: str
    """With ``{name}``, which begins with a space or is empty."""
    thanks: str
    wrote: str
    """With ``{quote}``."""
    bye: str
    confirm: str
    """With ``{what}``."""
    names: Mapping[FactType, str]
    """What each type of fact is called there."""


def _names(words: str) -> Mapping[FactType, str]:
    return dict(zip(_ORDER, words.split("|"), strict=True))


_WORDINGS = {
    "en": Wording(
        "Hello{name},",
        "Thank you for your message.",
        "You wrote: “{quote}”",
        "Kind regards",
        "Could you please confirm {what}?",
        _names(
            "the amount|the percentage|the number|the length of time|the date|the time|"
            "the date and time|the period|the reference number|the telephone number|the section|"
            "the name|the company|what was promised|this point"
        ),
    ),
    "de": Wording(
        "Guten Tag{name},",
        "vielen Dank für Ihre Nachricht.",
        "Sie schrieben: „{quote}“",
        "Mit freundlichen Grüßen",
        "Können Sie mir bitte {what} bestätigen?",
        _names(
            "den Betrag|den Prozentsatz|die Zahl|die Dauer|das Datum|die Uhrzeit|den Termin|"
            "den Zeitraum|die Nummer|die Telefonnummer|den Abschnitt|den Namen|die Firma|"
            "die Zusage|diesen Punkt"
        ),
    ),
    "fr": Wording(
        "Bonjour{name},",
        "Merci pour votre message.",
        "Vous avez écrit : « {quote} »",
        "Cordialement",
        "Pourriez-vous confirmer {what} ?",
        _names(
            "le montant|le pourcentage|le nombre|la durée|la date|l'heure|la date et l'heure|"
            "la période|le numéro de référence|le numéro de téléphone|l'article|le nom|la société|"
            "l'engagement|ce point"
        ),
    ),
    "es": Wording(
        "Hola{name}:",
        "Gracias por su mensaje.",
        "Usted escribió: «{quote}»",
        "Un saludo",
        "¿Podría confirmar {what}?",
        _names(
            "el importe|el porcentaje|la cifra|la duración|la fecha|la hora|la fecha y la hora|"
            "el periodo|el número de referencia|el número de teléfono|la cláusula|el nombre|"
            "la empresa|el compromiso|este punto"
        ),
    ),
}


def wording(lang: str | None) -> Wording:
    """The wording of a language; English where there is none of it."""
    return _WORDINGS.get(lang or "en", _WORDINGS["en"])
