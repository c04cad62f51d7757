"""Parts of years, ranges that end now, and parts of periods that nobody fixes."""

import pytest


@pytest.mark.parametrize(
    ("lang", "text", "first", "last"),
    [
        ("en", "the first half of 2027", "2027-01-01", "2027-06-30"),
        ("en", "the second quarter of last year", "2025-04-01", "2025-06-30"),
        ("en", "the first quarter of the year", "2026-01-01", "2026-03-31"),
        ("en", "the third month of 2028", "2028-03-01", "2028-03-31"),
        ("en", "in the 1970s", "1970-01-01", "1979-12-31"),
        ("de", "im 2. Halbjahr 2027", "2027-07-01", "2027-12-31"),
        ("de", "1. Quartal 2027", "2027-01-01", "2027-03-31"),
        ("fr", "le premier semestre 2027", "2027-01-01", "2027-06-30"),
        ("fr", "les années 80", "1980-01-01", "1989-12-31"),
        ("es", "el segundo semestre de 2025", "2025-07-01", "2025-12-31"),
        ("es", "el primer trimestre del año", "2026-01-01", "2026-03-31"),
        ("es", "2027-T3", "2027-07-01", "2027-09-30"),
        ("es", "T4 2025", "2025-10-01", "2025-12-31"),
        ("es", "los años setenta", "1970-01-01", "1979-12-31"),
        ("es", "la década de 1970", "1970-01-01", "1979-12-31"),
        ("es", "el octavo mes del próximo año", "2027-08-01", "2027-08-31"),
        ("es", "las primeras 3 semanas de 2025", "2024-12-30", "2025-01-19"),
        ("es", "la semana 20 del año pasado", "2025-05-12", "2025-05-18"),
    ],
)
def test_parts_of_a_year(only, lang, text, first, last):
    assert only(text, lang) == ("daterange", (first, last))


@pytest.mark.parametrize("text", ["the first half of the game", "the rest of the team"])
def test_a_part_of_something_else_is_no_part_of_a_year(finds, text):
    assert finds(text) == []


@pytest.mark.parametrize(
    ("lang", "text", "first", "last"),
    [
        ("en", "for the rest of the week", "2026-11-16", "2026-11-22"),
        ("en", "the rest of this month", "2026-11-16", "2026-11-30"),
        ("de", "für den Rest der Woche", "2026-11-16", "2026-11-22"),
        ("fr", "le reste du mois", "2026-11-16", "2026-11-30"),
        ("es", "el resto de la semana", "2026-11-16", "2026-11-22"),
        ("en", "year to date", "2026-01-01", "2026-11-16"),
        ("en", "from March to date", "2026-03-01", "2026-11-16"),
        ("en", "between now and 3 December", "2026-11-16", "2026-12-03"),
        ("en", "from now until Friday", "2026-11-16", "2026-11-20"),
        ("en", "between May 2025 and now", "2025-05-01", "2026-11-16"),
        ("es", "entre ahora y el 3 de diciembre", "2026-11-16", "2026-12-03"),
    ],
)
def test_ranges_with_one_end_now(only, lang, text, first, last):
    assert only(text, lang) == ("daterange", (first, last))


@pytest.mark.parametrize(
    "text", ["From here and now on we go", "for the remaining months", "the rest of the year"]
)
def test_now_and_the_rest_are_no_dates_by_themselves(finds, text):
    assert finds(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "likely"),
    [
        ("en fin de matinée", "timerange", ("10:00", "12:00")),
        ("en début de journée", "timerange", ("06:00", "10:00")),
        ("au milieu de la soirée", "timerange", ("20:00", "22:00")),
        ("après le déjeuner", "timerange", ("13:00", "17:00")),
        ("en fin de semaine", "daterange", ("2026-11-19", "2026-11-22")),
        ("en début de mois", "daterange", ("2026-12-01", "2026-12-10")),
        ("en fin d'année", "daterange", ("2026-11-01", "2026-12-31")),
        ("mi-décembre", "daterange", ("2026-12-10", "2026-12-19")),
        ("fin du mois de janvier", "daterange", ("2027-01-21", "2027-01-31")),
    ],
)
def test_vague_parts_of_a_period_have_several_readings_and_no_value(read, text, kind, likely):
    ((found, _, value, others),) = read(text, "fr")
    assert (found, value) == (kind, (None, None))
    assert others[0] == likely
    assert len(others) >= 2


def test_a_vague_part_of_a_day_leaves_the_day_alone(read):
    found = read("demain en fin de matinée", "fr")
    assert [v[0] for v in found] == ["date", "timerange"]
    assert found[0][2] == "2026-11-17"
