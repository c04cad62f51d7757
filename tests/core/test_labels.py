"""Labels balance, checked ones name a source, and nothing unlabelled is acted on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.labels import Letters, check, gate, parse, strip, units, wrap

STOCK = (
    "(u)Stock is 41 tonnes.(/u: warehouse manager) (m)Donations were 62 tonnes in August.(/m: donor ledger, "
    "checked Sept 20) (g)Stock lasts about 18 days.(/g)"
)


def test_a_guess_holds_a_text():
    report = gate(STOCK)
    assert (report.allow, report.problems, report.unchecked) == (
        False,
        (),
        ("Stock lasts about 18 days.",),
    )
    assert gate(STOCK, allow_guesses=True).allow
    assert gate(STOCK, allow_guesses=True).unchecked == ("Stock lasts about 18 days.",)


def test_spans_tell_label_text_note_and_place():
    spans, problems = parse("a (m)b c(/m: ledger (old), May) d")
    (span,) = spans
    assert problems == ()
    assert (span.label, span.text, span.note, span.start, span.end) == (
        "m",
        "b c",
        "ledger (old), May",
        2,
        31,
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(u)one", "never closed"),
        ("one(/u)", "matches no open label"),
        ("(u)one (g)two(/u) three(/g)", "matches no open label"),
        ("(m)one(/m)", "without a source"),
        ("(m)one(/m: )", "without a source"),
    ],
)
def test_broken_notation_is_a_problem(text, problem):
    assert any(problem in p for p in check(text).problems)
    assert not gate(text, allow_guesses=True).allow


@pytest.mark.parametrize(
    "text",
    [
        "(u)One.(/u) Two.",
        "(u)One.(/u) Привет.",
        "(u)One.(/u) 540",
        "(u)One.(/u) `two`",
        "# We owe you $540\n(u)One.(/u)",
        "# Your claim was approved\n(u)One.(/u)",
        "(u)One.(/u)\n- two",
        "| a | b |",
        "会議は三時です",
    ],
)
def test_unlabelled_words_hold_a_text(text):
    report = gate(text)
    assert not report.allow
    assert any("unlabelled text" in p for p in report.problems)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(u)One.(/u)",
        "## Summary\n\n1. (u)One.(/u)\n- (m)Two.(/m: m1)\n> | (u)three(/u) |",
        "(U)One.(/U: Dana) `(g)` (M)two(/M: m1, 16 Nov)",
        "(u)One (m)two(/m: m1) three.(/u)",
    ],
)
def test_labelled_text_passes(text):
    assert gate(text).allow


def test_a_lettered_list_is_no_label_and_opens_no_hole():
    text = "(f) rent, (g) food"
    assert check(text).problems == ()
    assert not gate(text).allow
    assert check("(g) food").problems  # alone it is a label that is never closed
    assert gate("(f) (g)a guess(/g)").unchecked == ("a guess",)  # closed, it is a label


def test_a_foreign_checked_label_is_a_claim():
    text = "(m)Paid in full.(/m: our records)"
    assert gate(text).allow
    report = gate(text, incoming=True)
    assert (report.allow, report.unchecked) == (False, ("Paid in full.",))
    assert [(s.label, s.note) for s in report.spans] == [("u", "claimed as checked: our records")]


def test_the_letters_can_be_renamed():
    letters = Letters(user="p", checked="c", guess="x")
    text = "(p)One.(/p) (c)Two.(/c: m1) (U) is a marking."
    assert strip(text, letters) == "One. Two. (U) is a marking."
    assert gate("(p)One.(/p) (x)Two.(/x)", letters=letters).unchecked == ("Two.",)


def test_strip_changes_no_space():
    assert strip("a  (u)b\n\n c(/u: d)  e ") == "a  b\n\n c  e "
    assert strip("`(g)` (g)x(/g)") == "`(g)` x"


def test_a_checked_label_needs_a_source():
    with pytest.raises(ValueError, match="source"):
        wrap("x", "m", "  ")
    assert wrap("x", "m", "m1 (16\nNov)") == "(m)x(/m: m1 [16 Nov])"


plain = st.text(alphabet="ab.! \n`-#0Ж()", max_size=60).filter(
    lambda t: strip(t) == t and not parse(t)[0] and not parse(t)[1]
)


@settings(max_examples=100, deadline=None)
@given(plain, st.sampled_from("umg"))
def test_taking_labels_off_gives_back_the_text(text, label):
    out, at = "", 0
    for start, end in units(text):
        out += text[at:start] + wrap(text[start:end], label, "m1, 16 Nov")
        at = end
    labelled = out + text[at:]
    assert strip(labelled) == text
