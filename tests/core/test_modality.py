"""How firmly a sentence speaks, in four languages, and how far a hedge or a negation reaches."""

import pytest

from mailmind.core.modality import accepts, is_flat, modality_at, modality_of, weaker
from mailmind.core.negation import cancels, denies, replaces


@pytest.mark.parametrize(
    ("sentence", "modality"),
    [
        ("We refund $540.", "stated"),
        ("If you have any questions, contact us: the fee is $540.", "stated"),
        ("We might refund $540.", "hedged"),
        ("The meeting is tentatively set for 15:00.", "hedged"),
        ("Delivery is planned for 3 May.", "hedged"),
        ("Die Lieferung ist voraussichtlich am 3. Mai.", "hedged"),
        ("La livraison est prévue le 3 mai.", "hedged"),
        ("La entrega está prevista para el 3 de mayo.", "hedged"),
        ("If it is late, we refund $540.", "conditional"),
        ("The refund of $540 is subject to approval.", "conditional"),
        ("Sofern Sie kündigen, erstatten wir 540 €.", "conditional"),
        ("Sous réserve de votre accord, la date est le 3 mai.", "conditional"),
        ("Siempre que pague, la fecha es el 3 de mayo.", "conditional"),
        ("Is it at 15:00?", "asked"),
        ("Ist es um 15 Uhr?", "asked"),
        ("How about 15:00?", "proposed"),
        ("I suggest 15:00.", "proposed"),
        ("Why don’t we say 15:00.", "proposed"),
        ("We mi\u00adght\npay.", "hedged"),
        ("Mein Vorschlag: 15 Uhr.", "proposed"),
        ("Je propose 15 h.", "proposed"),
        ("Propongo las 15:00.", "proposed"),
    ],
)
def test_modality_of_a_sentence(sentence, modality):
    assert modality_of(sentence) == modality


@pytest.mark.parametrize(
    ("text", "word", "forecasts", "modality"),
    [
        ("We might come, and the fee is 45 EUR.", "45", True, "stated"),
        ("We might pay 45 EUR.", "45", True, "hedged"),
        ("Tentatively, we pay 45 EUR.", "45", True, "hedged"),
        ("The fee is 45 EUR, and we might come.", "45", True, "stated"),
        ("We expect 45 EUR.", "45", True, "hedged"),
        ("We expect 45 EUR.", "45", False, "stated"),
        ("We might pay 45 EUR.", "45", False, "hedged"),
    ],
)
def test_a_hedge_reaches_forward_to_the_next_joint(text, word, forecasts, modality):
    start = text.index(word)
    assert modality_at(text, start, start + len(word), forecasts=forecasts) == modality


def test_the_weaker_of_two_wins():
    assert weaker("stated", "hedged") == "hedged"
    assert weaker("proposed", "hedged") == "proposed"


def test_flat_and_accepting_sentences():
    assert is_flat("The fee is 45 EUR.")
    assert not is_flat("The fee is around 45 EUR.")
    assert accepts("15:00 works for me.")
    assert accepts("15 Uhr passt.")
    assert not accepts("It is at 15:00.")


@pytest.mark.parametrize(
    ("text", "word", "denied"),
    [
        ("It does not end on 3 May.", "3 May", "not"),
        ("It ends on 3 May, not before.", "3 May", ""),
        ("It never ends on 3 May.", "3 May", "never"),
        ("Es endet nicht am 3. Mai.", "3. Mai", "nicht"),
        ("Es endet am 3. Mai nicht.", "3. Mai", "nicht"),
        ("Kein Termin am 3. Mai.", "3. Mai", "Kein"),
        ("Il ne finit pas le 3 mai.", "3 mai", "pas"),
        ("It doesn’t end on 3 May.", "3 May", "doesn't"),
        ("It does n\u200bot end on 3 May.", "3 May", "not"),
        ("> It is no\n> longer 3 May.", "3 May", "no longer"),
        ("Il n’est pas le 3 mai.", "3 mai", "pas"),
        ("Il ne finit plus le 3 mai.", "3 mai", "ne finit plus"),
        ("Ne 3. 5. jede vlak.", "3. 5.", ""),
        ("Sin bil er her 3 mai.", "3 mai", ""),
        ("No termina el 3 de mayo.", "3 de mayo", "No"),
        ("Ya no es el 3 de mayo.", "3 de mayo", "Ya no"),
        ("It was not delivered for more than 2 hours.", "2 hours", ""),
        ("It is not valid for 2 hours.", "2 hours", "not"),
        ("No... it is 3 May.", "3 May", ""),
        ("Pay no later than 3 May.", "3 May", ""),
        ("No problem, 3 May is fine.", "3 May", ""),
        ("Order No. 7 of 3 May is here.", "3 May", ""),
        ("It costs not only 45 EUR.", "45 EUR", ""),
    ],
)
def test_a_negation_reaches_as_far_as_its_clause(text, word, denied):
    start = text.index(word)
    assert denies(text, start, start + len(word)) == denied


def test_replaced_and_cancelled():
    text = "We meet at 16:00 instead of 15:00."
    assert replaces(text, text.index("15:00")) == "instead of"
    assert replaces(text, text.index("16:00")) == ""
    assert cancels("Der Termin entfällt.")
    assert denies("Dinner on 3 May is off: cancelled.", 10, 15, moment=True) == ""
    assert denies("Dinner on 3 May is cancelled.", 10, 15, moment=True) == "cancelled"
