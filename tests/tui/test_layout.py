"""Breaking texts into lines: every word stays, every mark stays on its words."""

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from mailmind.tui.layout import Mark, Paragraph, lay_out, neutralise


def lines(page):
    return [line.text for line in page.lines]


def marked(page, key):
    return "".join(p.text for line in page.lines for p in line.pieces if key in p.keys)


def test_breaks_at_spaces_and_inside_words_that_are_too_long():
    page = lay_out([Paragraph("one two three"), Paragraph("abcdefghij")], 7)
    assert lines(page) == ["one two", "three", "abcdefg", "hij"]


def test_a_wide_character_counts_two_cells():
    assert lines(lay_out([Paragraph("日本語です")], 4)) == ["日本", "語で", "す"]


def test_a_mark_that_is_broken_over_lines_keeps_all_its_words():
    text = "Please pay the sum of $540.00 at once"
    at = text.index("sum of $540.00")
    page = lay_out([Paragraph(text, (Mark(at, at + 14, "held", "f1", "!"),))], 18)
    assert lines(page) == ["Please pay the sum", "of $540.00 at once"]
    assert marked(page, "f1") == "sumof $540.00"  # the space is the line end
    assert page.anchors["f1"] == 0
    assert [line.sign for line in page.lines] == ["!", ""]


def test_marks_may_overlap_and_each_keeps_its_own():
    text = "abcdefgh"
    page = lay_out([Paragraph(text, (Mark(0, 5, "x", "a"), Mark(3, 8, "y", "b")))], 80)
    assert (marked(page, "a"), marked(page, "b")) == ("abcde", "defgh")
    assert [p.styles for p in page.lines[0].pieces] == [("x",), ("y", "x"), ("y",)]


def test_of_marks_on_the_same_words_the_first_gives_sign_and_look():
    both = (Mark(0, 3, "held", "a", "!"), Mark(0, 3, "verified", "b", "✓"))
    line = lay_out([Paragraph("abc", both)], 80).lines[0]
    assert (line.sign, line.sign_style, line.pieces[0].styles[-1]) == ("!", "held", "held")
    assert line.pieces[0].keys == {"a", "b"}


def test_of_many_blank_lines_a_mail_shows_one_and_marks_still_find_their_line():
    text = "a\n\n  \n\nb $5\n\n\n"
    mark = Mark(text.index("\n\nb"), text.index("\n\nb") + 6, "held", "k")
    page = lay_out([Paragraph(text, (mark,), flow=True)], 80)
    assert lines(page) == ["a", "", "b $5", ""]
    assert page.anchors["k"] == 2  # the line of the words, the blank ones before it are not shown
    assert len(lay_out([Paragraph(text)], 80).lines) == 8


def test_the_mark_stands_on_its_words_after_hostile_characters_are_gone():
    text = "\x1b[31m\u200b\u200bpay \u202e$540\x07\tnow"
    at = text.index("$540")
    page = lay_out([Paragraph(text, (Mark(at, at + 4, "held", "f1"),))], 80)
    assert marked(page, "f1") == "$540"
    assert not set("\x1b\x07\u202e\u200b\t") & set("".join(lines(page)))


def test_a_key_of_a_paragraph_is_its_first_line():
    page = lay_out([Paragraph("a\nb"), Paragraph("c", key="m2")], 10)
    assert page.anchors == {"m2": 2}


def test_a_mark_beyond_the_text_is_cut_to_it():
    assert neutralise("abc", [Mark(2, 99, "x", "k")])[1] == (Mark(2, 3, "x", "k"),)


def test_a_flowing_text_leaves_no_stumps_and_keeps_lists_apart():
    text = "this line is too long for it\nand goes on\n\n- item one\n- item two\n> quoted is long as well\nx"
    page = lay_out([Paragraph(text, flow=True)], 20)
    assert lines(page) == [
        "this line is too ", "long for it and goes", "on", "", "- item one", "- item two",
        "> quoted is long as ", "well", "x",
    ]  # fmt: skip


def solid(text):
    return text.replace("\n", "").replace(" ", "")


hostile = st.text(st.sampled_from("ab 1\n\t\x1b\u202e\u200b日é\x9b[]/"), max_size=60)


@given(hostile, st.integers(1, 12), st.data())
@settings(max_examples=100, deadline=None)
def test_nothing_is_lost_and_no_line_is_too_wide(text, width, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    mark = Mark(start, end, "held", "k")
    shown, (moved,) = neutralise(text, (mark,))
    page = lay_out([Paragraph(text, (mark,))], width)
    assert solid("".join(lines(page))) == solid(shown)
    assert solid(marked(page, "k")) == solid(shown[moved.start : moved.end])
    assert all(cell_len(line) <= max(width, 2) for line in lines(page))
