"""What a country's numbering plan makes of digits: the ``phonenumbers`` library, loaded when needed.

Owned here: E.164 is only said of a number that has a length (strict: a range) that its country uses.
"""


def e164(piece: str, region: str | None, *, strict: bool = False) -> str | None:
    """The number in E.164; None where the plan of its country does not know it.

    Args:
        piece: a number as it is written, with its country code, or one that is dialled in ``region``.
        region: ISO 3166 country; None for a number that names its country itself.
        strict: ask for a range that is in use, not for a fitting length alone.
    """
    import phonenumbers

    try:
        number = phonenumbers.parse(piece, region)
    except phonenumbers.NumberParseException:
        return None
    fits = phonenumbers.is_valid_number if strict else phonenumbers.is_possible_number
    if not fits(number):
        return None
    return str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))
