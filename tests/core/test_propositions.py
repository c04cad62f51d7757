"""A claim of two assertions is two claims, and is as good as the worse one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailmind.core.checks import grounding_verdicts, together
from mailmind.core.propositions import atoms, compound, propositions
from mailmind.core.replies import Judgement


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("Acme will refund 540 EUR and will ship a new one.",
         ("Acme will refund 540 EUR", "Acme will ship a new one.")),
        ("The parcel was sent and it arrives on Friday.",
         ("The parcel was sent", "it arrives on Friday.")),
        ("The bill was paid; a receipt is attached.", ("The bill was paid", "a receipt is attached.")),
        ("The fee is 5 EUR. It is due on Friday.", ("The fee is 5 EUR.", "It is due on Friday.")),
        ("A is late, B was sick and C has left.", ("A is late, B was sick", "C has left.")),
        ("Der Zug ist spät und das Hotel wird storniert.",
         ("Der Zug ist spät", "das Hotel wird storniert.")),
        ("Le train est en retard et l'hôtel sera annulé.",
         ("Le train est en retard", "l'hôtel sera annulé.")),
        ("El tren es lento y el hotel será cancelado.",
         ("El tren es lento", "el hotel será cancelado.")),
        # two predicates under one verb
        ("The lamp was packed on Monday and on Tuesday collected.",
         ("The lamp was packed on Monday", "The lamp was on Tuesday collected.")),
        ("Ada will call you on Monday and send the keys on Tuesday.",
         ("Ada will call you on Monday", "Ada will send the keys on Tuesday.")),
        ("The bill has been checked and paid.", ("The bill has been checked", "The bill has been paid.")),
        ("Die Lampe wurde am Montag verpackt und am Dienstag abgeholt.",
         ("Die Lampe wurde am Montag verpackt", "Die Lampe wurde am Dienstag abgeholt.")),
        ("Sie können kündigen und bis Mai eine Gutschrift bekommen.",
         ("Sie können kündigen", "Sie können bis Mai eine Gutschrift bekommen.")),
        ("La lampe a été emballée lundi et livrée mardi.",
         ("La lampe a été emballée lundi", "La lampe a été livrée mardi.")),
        ("La lámpara fue enviada el lunes y entregada el martes.",
         ("La lámpara fue enviada el lunes", "La lámpara fue entregada el martes.")),
        # two verbs under one subject
        ("Ada paid the rent and sent the keys.", ("Ada paid the rent", "Ada sent the keys.")),
        ("We pack the lamp and ship the shade.", ("We pack the lamp", "We ship the shade.")),
        ("The lease ends in May and will renew in June.",
         ("The lease ends in May", "The lease will renew in June.")),
        ("Der Kurs beginnt am Montag und dauert zwei Tage.",
         ("Der Kurs beginnt am Montag", "Der Kurs dauert zwei Tage.")),
        ("Le cours commence lundi et finit mardi.", ("Le cours commence lundi", "Le cours finit mardi.")),
        ("El curso empieza el lunes y termina el martes.",
         ("El curso empieza el lunes", "El curso termina el martes.")),
        # two subjects, the verb said once
        ("The fee is 5 EUR and the deposit 50 EUR.", ("The fee is 5 EUR", "the deposit is 50 EUR.")),
        ("Das Zimmer kostet 90 EUR und das Frühstück 12 EUR.",
         ("Das Zimmer kostet 90 EUR", "das Frühstück kostet 12 EUR.")),
        ("The lamp comes on Monday and the shade follows on Tuesday.",
         ("The lamp comes on Monday", "the shade follows on Tuesday.")),
    ],
)  # fmt: skip
def test_two_assertions_are_taken_apart(statement, parts):
    assert propositions(statement) == parts


@pytest.mark.parametrize(
    "statement",
    [
        "Ada will send the blue one.",
        "Bill and Ann will come.",
        "The meeting is between 3 and 5 PM.",
        "If the train is late and the hotel is full, we will refund it.",
        "Perhaps the train is late and the hotel is full.",
        "Ann says the train is late and the hotel is full.",
        "It is not certain that the train is late and the hotel is full.",
        "Vielleicht ist der Zug spät und das Hotel ist voll.",
        "The lamp is red and blue.",
        "Ada will be at the Impact and Influence Program on 10 May.",
        "Ada will bring the Impact and Influence papers of May and June.",
        "The course covers a marked and corrected text.",
        "We are looking for someone to help us clean, move and add the shelves.",
        "The fee is 5 EUR for members and 9 EUR for a married couple.",
        "Es ist seine Ruhe und Sorgfalt, was er schätzt.",
        "The shop is open on Monday and Tuesday.",
        "Ada will bring cheese and wine.",
        "Ada will send the blue one and the red one.",
        "The price includes breakfast and parking.",
        "It was neither packed nor paid.",
        "Wir haben die Lampe und den Schirm verschickt.",
        "Nous avons reçu la lampe et l'abat-jour.",
        "Hemos recibido la lámpara y la pantalla.",
        "",
    ],
)
def test_what_one_word_governs_stays_whole(statement):
    assert propositions(statement) == (statement,)


@pytest.mark.parametrize(
    ("statement", "halves"),
    [
        ("You may cancel and get a credit until Friday.",
         ("You may cancel", "get a credit until Friday.")),
        ("You can return the lamp and get a refund until Friday.",
         ("You can return the lamp", "get a refund until Friday.")),
        ("Ada will sign and return the lease.", ("Ada will sign", "return the lease.")),
        ("We pack and ship on Tuesday.", ("We pack", "ship on Tuesday.")),
        ("The lamp was not packed on Monday and on Tuesday collected.",
         ("The lamp was not packed on Monday", "on Tuesday collected.")),
        ("The train is late and the hotel is full if it rains.",
         ("The train is late", "the hotel is full if it rains.")),
        ("The lamp was sent on Monday, and the bill on Tuesday.",
         ("The lamp was sent on Monday", "the bill on Tuesday.")),
        ("Ada paid the rent and Bert the deposit.", ("Ada paid the rent", "Bert the deposit.")),
        ("Am Montag wurde die Lampe verpackt und am Dienstag abgeholt.",
         ("Am Montag wurde die Lampe verpackt", "am Dienstag abgeholt.")),
        ("Vous pouvez annuler et obtenir un avoir jusqu'à vendredi.",
         ("Vous pouvez annuler", "obtenir un avoir jusqu'à vendredi.")),
        ("Puede cancelar y recibir un abono hasta el viernes.",
         ("Puede cancelar", "recibir un abono hasta el viernes.")),
    ],
)  # fmt: skip
def test_what_two_assertions_share_ties_them(fact, statement, halves):
    claim = fact("commitment", "", "q", statement=statement)
    assert compound(claim) == halves
    assert propositions(statement) == (statement,)
    assert atoms(claim) == (claim,)


def test_a_claim_is_no_compound_where_it_can_be_taken_apart_or_has_one_assertion(fact):
    for statement in ("A is late and B was sick.", "Ada will send the blue one.", ""):
        assert compound(fact("claim", "", "q", statement=statement)) is None
    figure = "You may cancel and get a credit until Friday."
    assert compound(fact("amount", "5 EUR", "q", statement=figure)) is None


@given(
    st.lists(
        st.sampled_from(
            ["The lamp was sent.", "It rains.", "Ada paid and left.", "Der Zug ist spät."]
        ),
        min_size=1,
        max_size=4,
    )
)
def test_nothing_is_merged_across_sentences(found):
    parts = propositions(" ".join(found))
    assert all(part.rstrip(".").count(".") == 0 for part in parts) or parts == (" ".join(found),)
    for one in ("The lamp was sent.", "It rains.", "Der Zug ist spät."):
        if len(parts) > 1:
            assert parts.count(one) == found.count(one)


def test_each_assertion_is_a_fact_of_its_own(fact):
    claim = fact("claim", "", "q", statement="A is late and B was sick.", id="f7")
    assert [(f.id, f.statement) for f in atoms(claim)] == [
        ("f7.1", "A is late"),
        ("f7.2", "B was sick."),
    ]
    figure = fact("amount", "5 EUR", "q", statement="It is 5 EUR and it was paid.")
    assert atoms(figure) == (figure,)


MAIL = "The train is late. The hotel is full."


def judged(thread, fact, *verdicts):
    claim = fact("claim", "", "The train is late.", statement="A is late and B was sick.", id="f7")
    parts = atoms(claim)
    answers = [
        Judgement(p.id, v, "" if v == "not_found" else "The hotel is full.", "m1", "a medical note")
        for p, v in zip(parts, verdicts, strict=True)
    ]
    found = grounding_verdicts(parts, answers, thread(MAIL))
    return together([found[p.id] for p in parts])


@pytest.mark.parametrize(
    ("verdicts", "outcome", "code"),
    [
        (("supported", "supported"), "pass", "grounding.supported"),
        (("supported", "not_found"), "fail", "grounding.not_found"),
        (("not_found", "supported"), "fail", "grounding.not_found"),
        (("not_found", "contradicted"), "fail", "grounding.contradicted"),
        (("supported", "perhaps"), "not_run", "not_run"),
    ],
)
def test_a_half_true_claim_is_not_true(thread, fact, verdicts, outcome, code):
    result = judged(thread, fact, *verdicts)
    assert (result.outcome, result.code) == (outcome, code), result


def test_unsupported_comes_back_as_proposition_and_missing_evidence(thread, fact):
    result = judged(thread, fact, "supported", "not_found")
    assert result.extra == {"proposition": "B was sick.", "missing": "a medical note"}
    assert "in m1" in result.reason


@pytest.mark.parametrize(
    ("name", "quote", "decided_by", "outcome"),
    [
        ("Dana Weiß", "Dana Weiß waits at the gate.", "Dana Weiß waits at the gate.", "pass"),
        ("Dana Weiß", "Dana Weiß waits at the gate.", "She has the tickets.", "pass"),
        ("Dana Schwarz", "Dana Weiß waits at the gate.", "Dana Weiß waits at the gate.", "unsure"),
        ("Dana Weiß", "The train is late.", "Dana Weiß waits at the gate.", "unsure"),
        ("Dana Weiß", "Dana Weiß waits at the gate.", "Dana Weiß", "unsure"),
        ("Weiß, Dana", "Dana Weiß waits at the gate.", "Dana", "unsure"),
    ],
)
def test_no_reader_vouches_for_a_name_that_its_quote_does_not_hold(
    thread, fact, name, quote, decided_by, outcome
):
    item = fact("person", name, quote, id="f7")
    yes = Judgement("f7", "supported", decided_by, "m1")
    ctx = thread(f"{MAIL} Dana Weiß waits at the gate. She has the tickets.")
    assert grounding_verdicts([item], [yes], ctx)["f7"].outcome == outcome
