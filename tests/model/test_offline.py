"""The provider without a model: useful facts, verbatim quotes, and nothing that is noise."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.adapters.offline import OfflineModel
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.excerpt import quote_span
from mailmind.core.normalize import find, read
from mailmind.core.offline import markup_facts, offline_facts
from mailmind.core.replies import Drafted, Extracted, parse_reply
from mailmind.core.spelling import Spelling, written
from mailmind.core.values import (
    FactType,
    Layer,
    LayerSpan,
    MarkupFact,
    Modality,
    Thread,
)


def alone(thread, body, **changes):
    """A thread of one mail with this body."""
    message = replace(thread.messages[0], body=body, layers=(), subject="", **changes)
    return Thread("t", (message,))


def found(thread):
    return [(f.type.value, f.value) for f in offline_facts(thread)]


def test_amounts_dates_and_ids_come_with_the_sentence_they_stand_in(thread):
    facts = {f.value: f for f in offline_facts(thread)}
    refund = facts["540 USD"]
    assert refund.type is FactType.AMOUNT
    assert refund.quote == "we have approved your refund of $540.00 for order 4711-22."
    assert refund.message_id == "msg_884"
    assert refund.source == "offline"
    assert refund.statement == (
        "amount in the mail of Ann Frey on 16 Nov 2026: "
        "we have approved your refund of … for order 4711-22."
    )
    assert facts["2026-11-20"].quote == "It will reach\nyou by 20 November 2026."
    assert facts["2026-11-24T15:15"].message_id == "msg_885"


def test_every_quote_is_a_slice_that_holds_the_value(thread):
    for fact in offline_facts(thread):
        body = thread.message(fact.message_id).body
        assert fact.quote in body
        assert body.count(fact.quote) == 1


def test_a_value_that_stands_often_is_one_fact(thread):
    one = alone(thread, "You pay 30 EUR.\n\nAgain: you pay 30 EUR.")
    assert found(one) == [("amount", "30 EUR")]


def test_a_quote_that_stands_twice_is_widened_until_it_is_unique(thread):
    body = "Room A.\n\nPrice: 30 EUR\n\nRoom B.\n\nPrice: 30 EUR"
    left, right = quote_span(body, body.index("30"), body.index("30") + 6)
    assert body[left:right] == "Room A.\n\nPrice: 30 EUR"


@pytest.mark.parametrize(
    "body",
    [
        "We met 3 people and saw 14 trees.",
        "See https://shop.example/item/20261120 for more.",
        "Write to sales@shop.example.",
        "Copyright 2026",
    ],
)
def test_noise_is_no_fact(thread, body):
    assert found(alone(thread, body)) == []


def test_signatures_and_disclaimers_are_skipped(thread):
    own, signature = "You pay 30 EUR.\n\n", "-- \nAnn\nFee 99 EUR an hour"
    message = replace(
        thread.messages[0],
        subject="",
        body=own + signature,
        layers=(LayerSpan(Layer.SIGNATURE, len(own), len(own + signature)),),
    )
    assert found(Thread("t", (message,))) == [("amount", "30 EUR")]


def test_quoted_text_counts_where_its_mail_is_not_in_the_thread(thread):
    own = "Fine with me.\n\n"
    quoted = "> We have approved your refund of $77.00.\n"
    reply = replace(
        thread.messages[1],
        subject="",
        body=own + quoted,
        layers=(LayerSpan(Layer.QUOTED, len(own), len(own + quoted)),),
    )
    (fact,) = offline_facts(Thread("t", (reply,)))
    assert (fact.value, fact.layer) == ("77 USD", Layer.QUOTED)
    original = replace(
        thread.messages[0], subject="", body="We have approved your refund of $77.00."
    )
    facts = offline_facts(Thread("t", (original, reply)))
    assert [(f.message_id, f.layer) for f in facts] == [("msg_884", Layer.OWN)]


def test_relative_dates_in_quoted_text_need_the_date_of_that_text(thread):
    own, quoted = "Yes.\n\n", "> It comes tomorrow.\n"
    span = LayerSpan(
        Layer.QUOTED, len(own), len(own + quoted), date=datetime(2026, 3, 3, 9, tzinfo=UTC)
    )
    message = replace(thread.messages[0], subject="", body=own + quoted, layers=(span,))
    assert ("date", "2026-03-04") in found(Thread("t", (message,)))
    undated = replace(message, layers=(replace(span, date=None),))
    assert ("date", "2026-11-17") not in found(Thread("t", (undated,)))


def test_an_ambiguous_value_stays_as_written_and_is_not_sure(thread):
    (fact,) = offline_facts(alone(thread, "The meeting is on 03/04/2026.", lang=None))
    assert fact.value == "03/04/2026"
    assert fact.confidence == 0.5


def test_a_hedge_is_part_of_the_fact(thread):
    (fact,) = offline_facts(alone(thread, "We might refund $35.00 to your card."))
    assert fact.modality is Modality.HEDGED


def test_the_subject_line_counts_once_in_a_thread(thread):
    first = replace(thread.messages[0], body="Hello.", subject="Invoice over 88.50 EUR")
    second = replace(thread.messages[1], body="Hello.", subject="Re: Invoice over 88.50 EUR")
    assert found(Thread("t", (first, second))) == [("amount", "88.5 EUR")]


@pytest.mark.parametrize(
    ("subject", "layer"),
    [
        ("Invoice over 88.50 EUR", Layer.OWN),
        ("Re: Invoice over 88.50 EUR", Layer.QUOTED),
        ("AW: WG: Invoice over 88.50 EUR", Layer.FORWARDED),
        ("Fwd: Invoice over 88.50 EUR", Layer.FORWARDED),
    ],
)
def test_the_subject_of_a_reply_is_somebody_elses_word(thread, subject, layer):
    message = replace(thread.messages[0], body="Hello.", subject=subject)
    (fact,) = offline_facts(Thread("t", (message,)))
    assert fact.layer is layer


def test_markup_facts_carry_their_source(thread):
    item = MarkupFact(
        FactType.ID, "reservation number", "QX7T2", "json-ld:0.reservationNumber",
        "markup:json-ld", '"reservationNumber": "QX7T2"',
    )  # fmt: skip
    message = replace(thread.messages[0], markup=(item, replace(item, value=" ")))
    (fact,) = markup_facts(Thread("t", (message,)))
    assert (fact.value, fact.source, fact.confidence) == ("QX7T2", "markup:json-ld", 1.0)


def test_the_same_thread_gives_the_same_ids(thread):
    assert [f.id for f in offline_facts(thread)] == [f.id for f in offline_facts(thread)]


def test_the_provider_answers_through_the_same_gate(thread):
    model = OfflineModel()
    ask = Ask(Task.EXTRACT, thread)
    answer = model.ask(ask)
    assert (answer.kind, answer.calls, answer.usage.cost) == (AnswerKind.OK, 0, 0.0)
    reply = parse_reply(Task.EXTRACT, answer.text, ask, source=answer.model)
    assert isinstance(reply, Extracted)
    assert reply.rejected == ()
    assert [f.id for f in reply.facts] == [f.id for f in offline_facts(thread)]


@pytest.mark.parametrize("task", [Task.GROUND, Task.CROSS, Task.CONSISTENCY])
def test_what_it_cannot_judge_it_says(thread, task):
    model = OfflineModel()
    assert not model.can(task)
    assert model.ask(Ask(task, thread)).kind is AnswerKind.UNAVAILABLE


def test_a_template_reply_quotes_resolved_facts_and_asks_the_rest(thread):
    facts = tuple(f for f in offline_facts(thread) if f.message_id == "msg_885")
    ask = Ask(Task.DRAFT, thread, facts=facts, questions=("Could you confirm the amount?",))
    reply = parse_reply(Task.DRAFT, OfflineModel().ask(ask).text, ask)
    assert isinstance(reply, Drafted)
    kinds = [s.kind for s in reply.sentences]
    assert kinds == ["courtesy", "courtesy", "assertion", "question", "courtesy"]
    assertion = reply.sentences[2]
    assert assertion.text == f"You wrote: “{thread.messages[1].body}”"
    assert assertion.fact_ids == tuple(f.id for f in facts)


def test_a_template_reply_after_a_rejection_asserts_nothing(thread):
    ask = Ask(Task.DRAFT, thread, facts=offline_facts(thread), feedback="rejected", attempt=2)
    reply = parse_reply(Task.DRAFT, OfflineModel().ask(ask).text, ask)
    assert {s.kind for s in reply.sentences} == {"courtesy"}


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="ab 1.,\n>$-€:20Nov", max_size=200))
def test_no_text_breaks_the_quote(text):
    for start in range(0, len(text), 7):
        end = min(len(text), start + 3)
        left, right = quote_span(text, start, end)
        assert 0 <= left <= right <= len(text)
        if text[start:end].strip(" \n>|"):
            assert text[start:end].strip(" \n>|") in text[left:right]


@pytest.mark.parametrize(
    "text",
    [
        "It costs 1,234.50 EUR.", "It costs -3.10 USD.", "A rise of 3.5 %.", "12,345.678 units.",
        "On 3 May 2026.", "At 15:15.", "At 15:15:30.", "On 3 May 2026 at 15:15.",
        "On 2026-05-03T15:15:00+02:00.", "It takes 90 minutes.", "It takes 2 weeks.",
    ],
)  # fmt: skip
def test_a_normalised_value_reads_back_as_itself(thread, text):
    (value,) = find(text, reference=thread.messages[0].date, lang="en")
    said = written(value, thread.messages[0].lang, thread.messages[0].date)
    assert said != value.text or value.kind in ("time", "datetime", "percent")
    (back,) = read(said, (value.kind,), reference=thread.messages[0].date, lang="en")
    assert (back.reading, back.ambiguous) == (value.reading, ())


def test_the_same_words_of_another_day_are_written_as_that_day():
    spelling = Spelling("en")
    days = [datetime(2026, 5, 4, tzinfo=UTC), datetime(2026, 6, 8, tzinfo=UTC)]
    said = [
        spelling.of(value, day)
        for day in (*days, days[0])
        for value in find("It arrives tomorrow.", reference=day, lang="en")
    ]
    assert said == ["2026-05-05", "2026-06-09", "2026-05-05"]


@pytest.mark.parametrize(
    ("name", "greeting"),
    [
        ("Ann Frey", "Hello Ann Frey,"),
        ("Dr. J. O'Neil-Weiß", "Hello Dr. J. O'Neil-Weiß,"),
        ("Shop.example", "Hello,"),
        ("Order 4711", "Hello,"),
        ("", "Hello,"),
    ],
)
def test_a_template_greets_people_only(thread, name, greeting):
    sender = replace(thread.messages[1].sender, name=name)
    newest = replace(thread.messages[1], sender=sender)
    ask = Ask(Task.DRAFT, replace(thread, messages=(newest,)))
    reply = parse_reply(Task.DRAFT, OfflineModel().ask(ask).text, ask)
    assert reply.sentences[0].text == greeting


def test_a_mail_with_more_values_than_anybody_reviews_says_so(thread):
    lines = "\n".join(f"Item {n} costs ${n}.50 today." for n in range(1, 251))
    listing = alone(thread, lines)
    answer = OfflineModel().ask(Ask(Task.EXTRACT, listing))
    reply = parse_reply(Task.EXTRACT, answer.text, Ask(Task.EXTRACT, listing))
    assert isinstance(reply, Extracted)
    assert len(reply.facts) == 200
    assert [q.missing for q in reply.questions] == ["the rest of m1"]
