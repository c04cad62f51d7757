"""HTML to the text that its reader sees."""

import pytest

from mailmind.core.layers import layers, with_quotes
from mailmind.core.mail.html import render, tree


def seen(markup: str) -> list[str]:
    """The visible words."""
    return render(tree(markup)).text.split()


HIDDEN = [
    '<p style="display:none">secret</p>',
    '<p style="DISPLAY : None !important">secret</p>',
    '<div style="visibility:hidden">secret</div>',
    '<span style="font-size:0">secret</span>',
    '<span style="font-size: 1px">secret</span>',
    '<span style="opacity:0">secret</span>',
    '<div style="max-height:0;overflow:hidden">secret</div>',
    '<div style="text-indent:-9999px">secret</div>',
    '<div style="position:absolute;left:-5000px">secret</div>',
    '<p style="color:#ffffff">secret</p>',
    '<p style="color:#fefefe;background-color:#FFF">secret</p>',
    '<p style="color:rgb(255, 255, 255)">secret</p>',
    '<table bgcolor="#000000"><tr><td><font color="black">secret</font></td></tr></table>',
    "<p hidden>secret</p>",
    '<input value="a>secret">',
    '<input type="hidden" value="secret">',
    '<img alt="secret" title="secret" src="https://x.example/secret.png">',
    '<a href="https://x.example/secret"></a>',
    "<script>secret</script>",
    "<style>secret{}</style>",
    "<title>secret</title>",
    "<!-- secret -->",
    "<!--[if mso]><p>secret</p><![endif]-->",
    "<template>secret</template>",
    '<style>.pre{display:none}</style><div class="big pre">secret</div>',
    "<style>#top{visibility:hidden}</style><div id=top>secret</div>",
    '<div\n  title="secret\nsecret">\n</div>',
    "<object data=x>secret</object>",
]


@pytest.mark.parametrize("markup", HIDDEN)
def test_what_the_reader_cannot_see_is_no_text(markup):
    assert seen(f"<body><p>before</p>{markup}<p>after</p></body>") == ["before", "after"]


SHOWN = [
    '<table bgcolor="black"><tr><td style="color:white">shown</td></tr></table>',
    '<div style="background:url(x.png)"><p style="color:white">shown</p></div>',
    '<table background="x.png"><tr><td><font color="#fff">shown</font></td></tr></table>',
    '<td style="font-size:0"><span style="font-size:14px">shown</span></td>',
    '<div style="visibility:hidden"><b style="visibility:visible">shown</b></div>',
    '<style>@media screen { .m{display:none} }</style><p class="m">shown</p>',
    '<style>.hero{background:#003}</style><div class="hero"><p style="color:#fff">shown</p></div>',
    '<style>.pre{display:none}</style><p class="pre" style="display:block">shown</p>',
    '<p style="color:gray">shown</p>',
    '<p style="max-height:0">shown</p>',
    '<p style="color:transparentish">shown</p>',
    "<![if !mso]><p>shown</p><![endif]>",
    '<p style="line-height:0">shown</p>',
    '<p style="width:0">shown</p>',
]


@pytest.mark.parametrize("markup", SHOWN)
def test_where_something_else_may_decide_the_text_stays(markup):
    assert "shown" in seen(f"<body>{markup}</body>")


def test_the_text_after_a_hidden_element_is_kept():
    assert seen('<p>Total <i style="display:none">99</i>12 EUR</p>') == ["Total", "12", "EUR"]


def test_table_rows_stay_together():
    markup = (
        "<table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>12.50</td></tr>"
        "<tr><td>Desk</td><td>250.00</td></tr></table>"
    )
    lines = [
        " ".join(line.split()) for line in render(tree(markup)).text.splitlines() if line.strip()
    ]
    assert lines == ["Item Price", "Lamp 12.50", "Desk 250.00"]


def test_nested_layout_tables_lose_nothing():
    cell = "<b>IBAN</b> DE00 1234"
    for _ in range(12):
        cell = f"<table><tr><td></td><td>{cell}</td></tr></table>"
    assert seen(cell) == ["IBAN", "DE00", "1234"]


def test_a_price_made_of_several_elements_stays_one_word():
    assert seen("<p>$<span>12</span>.<span>50</span></p>") == ["$12.50"]


def test_rows_do_not_glue_words():
    assert seen("<table><tr><td>one</td></tr><tr><td>two</td></tr></table>") == ["one", "two"]


@pytest.mark.parametrize(
    "markup",
    [
        "",
        "   ",
        "<",
        "<!-- only a comment -->",
        "<?xml version='1.0' encoding='utf-8'?>",
        "\x00\x01",
        "<html></html>",
    ],
)
def test_nothing_to_see_is_an_empty_text(markup):
    assert render(tree(markup)).text.strip("\ufffd< ") == ""


@pytest.mark.parametrize(
    "markup",
    [
        "one<hr>two",
        "one<center>two</center>",
        "<dl><dt>one</dt><dd>two</dd></dl>",
        "<form>one</form>two",
        "one<br>two",
        "<ul><li>one</li></ul>two",
    ],
)
def test_what_stands_on_lines_of_its_own_does_not_glue(markup):
    assert len([line for line in render(tree(markup)).text.splitlines() if line.strip()]) == 2


def test_an_xml_declaration_does_not_hide_the_rest():
    assert seen("<?xml version='1.0' encoding='iso-8859-1'?><html><p>grün</p></html>") == ["grün"]


def test_broken_attribute_quotes_keep_the_table():
    assert "80.00" in seen(
        '<table><tr><td width="10>x</td><td>80.00</td></tr></table><p title="">80.00</p>'
    )


def test_depth_is_no_danger():
    depth = 3000
    words = seen("<div>" * depth + "deep" + "</div>" * depth)
    assert words.count("deep") == 1


def test_quoted_ranges_hold_exactly_the_quote():
    markup = '<p>I agree</p><blockquote type="cite"><p>shall we?</p></blockquote><p>Yes</p>'
    found = render(tree(markup))
    assert [found.text[a:b].strip() for a, b in found.quoted] == ["shall we?"]


def test_a_block_quote_for_its_own_sake_is_not_quoted():
    markup = '<p>Dear all</p><blockquote style="margin:40px">indented own words</blockquote>'
    assert render(tree(markup)).quoted == ()


@pytest.mark.parametrize(
    "inner",
    [
        "My whole answer stands in here.",
        "Dear Bo: my whole answer of 2026 stands in here. Mail me: ann@x.example. And it goes on.",
        "<p>Prices:</p><p>5 EUR since 2026</p><p>ann@x.example</p>",
    ],
)
def test_a_gmail_box_that_names_nobody_is_not_quoted(inner):
    assert render(tree(f'<div class="gmail_quote">{inner}</div>')).quoted == ()


@pytest.mark.parametrize(
    "inner",
    [
        "On 3 Mar 2026, Ann wrote:<blockquote>old</blockquote>",
        "<div>3.3.2026 <a href='mailto:a@x.example'>a@x.example</a>:</div><blockquote>old</blockquote>",
        "---------- Forwarded message ----------<br>From: Ann<br>old",
        '<div class="gmail_attr">Ann<br></div>old',
    ],
)
def test_a_gmail_box_that_names_who_wrote_is_quoted(inner):
    words = quoted_words(f'<p>new</p><div class="gmail_quote">{inner}</div>')
    assert (words[-1], "new" in words) == ("old", False)


def quoted_words(markup: str) -> list[str]:
    """What the layers of the rendered text call somebody else's."""
    found = render(tree(markup))
    spans = with_quotes(found.text, layers(found.text), found.quoted)
    assert all(found.text[span.start : span.end].strip() for span in spans)
    return " ".join(found.text[span.start : span.end] for span in spans).split()


def test_the_words_above_a_quote_say_whose_it_is_and_the_markup_where_it_ends():
    markup = (
        '<p>Yes.</p><div class="gmail_quote"><div class="gmail_attr">On 3 Mar 2026 at 10:00, Ann '
        "&lt;ann@x.example&gt; wrote:</div><blockquote>shall we?</blockquote></div><p>PS: bring cake</p>"
    )
    found = render(tree(markup))
    (span,) = with_quotes(found.text, layers(found.text), found.quoted)
    assert found.text[span.start : span.end].split()[-2:] == ["shall", "we?"]
    assert span.author.email == "ann@x.example"
    assert "cake" not in quoted_words(markup)


def test_a_quote_of_nothing_is_none():
    assert with_quotes("words\n\n", (), [(5, 7)]) == ()
    assert with_quotes("words", (), [(5, 9)]) == ()


def test_outlook_marks_where_the_answered_mail_begins():
    markup = (
        '<div>Fine.</div><div id="divRplyFwdMsg"><b>From:</b> Ann &lt;ann@x.example&gt;<br>'
        "<b>Sent:</b> Tuesday, March 3, 2026 10:00 AM<br><b>To:</b> Bo<br><b>Subject:</b> x</div>"
        "<div>old words</div>"
    )
    words = quoted_words(markup)
    assert words[:2] == ["From:", "Ann"]
    assert words[-2:] == ["old", "words"]
    assert "Fine." not in words


def test_answers_between_quotes_are_own():
    quote = '<blockquote type="cite">{}</blockquote>'
    markup = f"{quote.format('when?')}<p>Friday</p>{quote.format('where?')}<p>Here</p>"
    assert quoted_words(markup) == ["when?", "where?"]


def test_answers_between_the_quotes_of_a_gmail_box_are_own():
    quote = '<blockquote class="gmail_quote">{}</blockquote>'
    markup = (
        '<div class="gmail_quote"><div class="gmail_attr">On 3 Mar 2026, Ann '
        f"&lt;ann@x.example&gt; wrote:</div>{quote.format('when?')}<p>Friday</p>"
        f"{quote.format('where?')}<p>Here</p></div>"
    )
    assert quoted_words(markup)[-2:] == ["when?", "where?"]
    assert not {"Friday", "Here"} & set(quoted_words(markup))


def test_what_a_forwarded_mail_quotes_ends_nothing():
    markup = (
        '<p>FYI</p><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---<br>'
        "From: Ann &lt;ann@x.example&gt;<br>Date: 3 Mar 2026 10:00<br>To: Bo</div><p>see above</p>"
        "<blockquote>cited</blockquote><p>as agreed</p></div>"
    )
    assert quoted_words(markup)[-5:] == ["see", "above", "cited", "as", "agreed"]


def test_a_verbless_attribution_in_a_block_quote_says_whose_it_is():
    markup = (
        "<p>Fine.</p><blockquote>Понедельник, 16 ноября 2026, 10:02 +03:00 от Ann "
        "&lt;ann@x.example&gt;:<br>old</blockquote>"
    )
    found = render(tree(markup))
    (span,) = layers(found.text)
    assert (span.author.email, span.date.isoformat()) == (
        "ann@x.example",
        "2026-11-16T10:02:00+03:00",
    )
