"""What always holds: a formatted value reads back, finds slice the text, nothing raises, work is linear."""

import re
from datetime import date, datetime, time, timedelta

import pytest
from babel.dates import format_date, format_datetime, format_time
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.normalize.context import make
from mailmind.core.normalize.dates import find_dates
from mailmind.core.normalize.dates.grammar import STAGES
from mailmind.core.normalize.dates.lexer import lex
from mailmind.core.normalize.dates.lexicon import LANGUAGES, lexicon
from mailmind.core.normalize.dates.model import Clock, Day
from mailmind.core.normalize.dates.scene import scene

REFERENCE = datetime.fromisoformat("2026-11-16T10:02")
QUICK = settings(max_examples=100, deadline=None)

days = st.dates(date(1950, 1, 1), date(2040, 12, 31))
clocks = st.times(time(0, 0), time(23, 59)).map(lambda t: t.replace(second=0, microsecond=0))
languages = st.sampled_from(LANGUAGES)


def only(text, lang, **more):
    found = find_dates(make(text, lang=lang, reference=REFERENCE, **more))
    assert len(found) == 1, (text, lang, found)
    (value,) = found
    assert value.ambiguous == (), (text, lang, value)
    return value


@QUICK
@given(days, languages, st.sampled_from(["full", "long", "medium"]))
def test_a_day_as_the_locale_writes_it_reads_back(day, lang, width):
    text = format_date(day, width, lang)
    # Some locales write the month of their medium form in digits: a day that no order can doubt.
    assert only(text, lang, day_first=lang != "en").reading == {"value": day.isoformat()}


@QUICK
@given(
    days,
    st.sampled_from(
        ["%Y-%m-%d", "%Y/%m/%d", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%a, %d %b %Y", "%d/%b/%Y"]
    ),
)
def test_a_day_in_a_common_english_form_reads_back(day, form):
    assert only(day.strftime(form), "en").reading == {"value": day.isoformat()}


@QUICK
@given(days, st.sampled_from(["/", ".", "-"]), languages, st.booleans())
def test_numeric_days_read_in_the_order_that_is_told(day, sign, lang, day_first):
    order = ("%d", "%m", "%Y") if day_first else ("%m", "%d", "%Y")
    value = only(day.strftime(sign.join(order)), lang, day_first=day_first)
    assert value.reading == {"value": day.isoformat()}


@QUICK
@given(clocks, languages)
def test_a_time_as_the_locale_writes_it_reads_back(clock, lang):
    text = format_time(clock, "short", locale=lang)
    assert only(text, lang).reading == {"value": clock.strftime("%H:%M")}


@QUICK
@given(days, clocks, languages)
def test_a_moment_as_the_locale_writes_it_reads_back(day, clock, lang):
    moment = datetime.combine(day, clock)
    text = f"{format_datetime(moment, 'd MMMM y', locale=lang)}, {clock:%H:%M}"
    if lang != "en" or clock.hour > 12 or clock.hour < 10:
        assert only(text, lang).reading == {"value": moment.strftime("%Y-%m-%dT%H:%M")}


@QUICK
@given(days, clocks, st.integers(-12 * 4, 14 * 4))
def test_iso_8601_reads_back_with_its_offset(day, clock, quarters):
    offset = timedelta(minutes=15 * quarters)
    sign, minutes = ("-" if quarters < 0 else "+"), abs(15 * quarters)
    text = f"{day}T{clock:%H:%M:%S}{sign}{minutes // 60:02}:{minutes % 60:02}"
    found = datetime.fromisoformat(only(text, "en").reading["value"])
    assert (found.replace(tzinfo=None), found.utcoffset()) == (datetime.combine(day, clock), offset)


@QUICK
@given(days, st.integers(1, 25), languages)
def test_a_range_keeps_both_ends(first, length, lang):
    last = first + timedelta(days=length)
    text = f"{first:%d}.{first:%m}.{first:%Y} - {last:%d}.{last:%m}.{last:%Y}"
    value = only(text, lang, day_first=True)
    assert value.reading == {"from": first.isoformat(), "to": last.isoformat()}


@QUICK
@given(st.integers(1, 400), st.sampled_from(["day", "week"]))
def test_a_relative_day_is_counted_from_the_reference(count, unit):
    ahead = REFERENCE.date() + timedelta(days=count * (7 if unit == "week" else 1))
    assert only(f"in {count} {unit}s", "en").reading == {"value": ahead.isoformat()}


WORDS = sorted({w for lang in LANGUAGES for w in lexicon((lang,)).single})
pieces = st.one_of(
    st.sampled_from(WORDS),
    st.integers(0, 3000).map(str),
    st.sampled_from(["/", "-", ".", ":", ",", "(", ")", "'", "+", "–", "@", "$", "\n", "\n\n"]),
    st.text(max_size=5),
)


@QUICK
@given(
    st.lists(st.tuples(pieces, st.sampled_from(["", " "])), max_size=14),
    languages,
    st.sampled_from([None, REFERENCE]),
)
def test_any_text_gives_ordered_finds_that_slice_it(parts, lang, reference):
    text = "".join(word + gap for word, gap in parts)
    after = 0
    for value in find_dates(make(text, lang=lang, reference=reference)):
        assert value.start >= after
        assert text[value.start : value.end] == value.text != ""
        after = value.end


@QUICK
@given(st.text(max_size=80), languages)
def test_no_string_raises(text, lang):
    find_dates(make(text, lang=lang, reference=REFERENCE))


@pytest.mark.parametrize("stage", range(len(STAGES)))
def test_every_rule_reads_a_bounded_stretch_of_the_tape(stage):
    for rule in STAGES[stage].rules:
        bare = re.sub(r"\\.|\[[^\]]*\]", "x", rule.regex.pattern)
        assert not re.findall(r"[*+]", re.sub(r"\(\?[:=!<]*", "(", bare)), rule.pattern


@pytest.mark.parametrize(
    "piece",
    [
        "1 ",
        "11/",
        "1:1",
        "12.",
        "may ",
        "Mon,",
        "1-",
        "now to ",
        "2 days ",
        "1 h 2 min ",
        "((",
        "1,",
        "at 5 ",
    ],
)
def test_the_tape_grows_with_the_text_and_no_faster(piece):
    words = lexicon(("en",))
    known = scene(make("", lang="en", reference=REFERENCE))

    def size(text):
        tape = lex(text, words)
        if tape is None:
            return 0
        sizes = [len(tape.shadow)]
        for stage in STAGES:
            tape = stage.run(tape, known)
            sizes.append(len(tape.shadow))
        assert sizes == sorted(sizes, reverse=True)
        return sizes[0]

    assert size(piece * 2000) <= 2 * size(piece * 1000) + 2 <= 2 * 1000 * len(piece) + 2


def test_a_day_or_clock_says_only_what_the_words_say():
    assert (Day().year, Day().month, Day().choices) == (None, None, ())
    assert (Clock(3).half, Clock(3).sure) == (None, False)
