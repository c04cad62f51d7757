"""From a reply's text to typed results: identity, references, and what is left unanswered."""

import json
from dataclasses import replace

import pytest

from mailmind.core.dialogue import Ask, Task
from mailmind.core.extract import fact_id
from mailmind.core.replies import (
    Crossed,
    Drafted,
    Extracted,
    Grounded,
    Judgement,
    ReplyError,
    SecondReading,
    parse_reply,
)
from mailmind.core.values import Fact, FactType, Layer, Modality, Sentence


def extracted(thread, text):
    reply = parse_reply(Task.EXTRACT, text, Ask(Task.EXTRACT, thread), source="model-x")
    assert isinstance(reply, Extracted)
    return reply


def test_a_fact_comes_back_under_the_messages_own_name(thread, envelope_text, raw_fact):
    reply = extracted(thread, envelope_text(facts=[raw_fact(layer="quoted", modality="hedged")]))
    fact = reply.facts[0]
    assert fact.message_id == "msg_884"
    assert fact.layer is Layer.QUOTED
    assert fact.modality is Modality.HEDGED
    assert fact.source == "model-x"
    assert fact.type is FactType.AMOUNT
    assert reply.rejected == ()


def test_the_identity_of_a_fact_is_what_it_says_and_where(thread, envelope_text, raw_fact):
    one = extracted(thread, envelope_text(facts=[raw_fact()])).facts[0]
    same = extracted(
        thread, envelope_text(facts=[raw_fact(fact_id="f9", confidence=0.1, modality="asked")])
    ).facts[0]
    assert one.id == same.id
    assert one.id.startswith("f_")
    assert len(one.id) == 12
    for changed in (
        {"value": "$540"},
        {"quote": "your refund of $540.00"},
        {"statement": "The refund was $540."},
        {"type": "number"},
        {"message_id": "m2"},
    ):
        other = extracted(thread, envelope_text(facts=[raw_fact(**changed)])).facts[0]
        assert other.id != one.id, changed


def test_the_identity_follows_the_bytes_of_the_mail_not_its_name(thread):
    fact = Fact("", FactType.AMOUNT, "s", "v", "q", "msg_884")
    message = thread.messages[0]
    assert fact_id(message, fact) == fact_id(replace(message, message_id="m1"), fact)
    assert fact_id(message, fact) != fact_id(replace(message, sha256="33" * 32), fact)


def test_the_parts_of_an_identity_cannot_flow_into_each_other(thread):
    one = Fact("", FactType.ID, "ab", "c", "q", "m")
    two = Fact("", FactType.ID, "a", "bc", "q", "m")
    assert fact_id(thread.messages[0], one) != fact_id(thread.messages[0], two)


def test_a_message_that_is_not_there_is_kept_for_the_citation_check(
    thread, envelope_text, raw_fact
):
    reply = extracted(thread, envelope_text(facts=[raw_fact(message_id="m9")]))
    assert [f.message_id for f in reply.facts] == ["m9"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"quote": "  "}, "facts.1.quote"),
        ({"message_id": ""}, "facts.1.message_id"),
        ({"value": ""}, "facts.1.value"),
        ({"type": "claim", "disproof": ""}, "facts.1.disproof"),
        ({"type": "commitment", "subject": " "}, "facts.1.subject"),
        ({}, "facts.1.fact_id"),
    ],
)
def test_what_is_no_fact_is_rejected_with_its_place(thread, envelope_text, raw_fact, changes, path):
    reply = extracted(thread, envelope_text(facts=[raw_fact(), raw_fact(**changes)]))
    assert len(reply.facts) == 1
    assert [item.problem.path for item in reply.rejected] == [path]


def test_a_claim_with_subject_property_and_disproof_is_a_fact(thread, envelope_text, raw_fact):
    claim = raw_fact(type="claim", value="", disproof="a mail that says it was refused")
    assert len(extracted(thread, envelope_text(facts=[claim])).facts) == 1


def test_a_reply_to_another_task_does_not_exist(thread, envelope_text):
    reply = parse_reply(Task.EXTRACT, envelope_text("draft"), Ask(Task.EXTRACT, thread))
    assert isinstance(reply, ReplyError)
    assert str(reply) == "task: answers 'draft', was asked 'extract'"


@pytest.fixture
def asked(thread):
    facts = tuple(
        Fact(name, FactType.CLAIM, "s", "", "q", "msg_884") for name in ("f_a", "f_b", "f_c")
    )
    return Ask(Task.GROUND, thread, facts=facts)


def check(fact_id, **changes):
    return {
        "fact_id": fact_id,
        "verdict": "supported",
        "quote": "we have approved",
        "message_id": "m1",
        "missing": "",
    } | changes


def test_judgements_are_keyed_by_fact_and_the_unanswered_are_named(asked, envelope_text):
    text = envelope_text(
        "ground", checks=[check("f_c"), check("f_a", verdict="contradicted", message_id="m2")]
    )
    reply = parse_reply(Task.GROUND, text, asked)
    assert reply == Grounded(
        (
            Judgement("f_c", "supported", "we have approved", "msg_884"),
            Judgement("f_a", "contradicted", "we have approved", "msg_885"),
        ),
        missing=("f_b",),
    )


@pytest.mark.parametrize(
    ("checks", "problem"),
    [
        ([check("f_a"), check("f_a")], "checks.0.fact_id: 'f_a' is answered twice"),
        ([check("f_a"), check("f1")], "checks.1.fact_id: 'f1' was not asked about"),
    ],
)
def test_a_judgement_nobody_can_place_voids_the_reply(asked, envelope_text, checks, problem):
    reply = parse_reply(Task.GROUND, envelope_text("ground", checks=checks), asked)
    assert isinstance(reply, ReplyError)
    assert problem in str(reply)


@pytest.mark.parametrize("word", ["not supported", "SUPPORTED", "yes", "", "idk"])
def test_a_verdict_is_one_of_three_words(asked, envelope_text, word):
    text = envelope_text("ground", checks=[check("f_a", verdict=word)])
    assert isinstance(parse_reply(Task.GROUND, text, asked), ReplyError)


def test_no_judgements_at_all_leaves_everything_unanswered(asked, envelope_text):
    reply = parse_reply(Task.GROUND, envelope_text("ground"), asked)
    assert reply == Grounded((), missing=("f_a", "f_b", "f_c"))


def test_an_empty_reading_abstains_whatever_it_says(asked):
    readings = [
        {"fact_id": "f_a", "abstain": False, "value": " ", "quote": "", "message_id": ""},
        {"fact_id": "f_b", "abstain": True, "value": "15:15", "quote": "x", "message_id": "m1"},
        {"fact_id": "f_c", "abstain": False, "value": "15:15", "quote": "y", "message_id": "m2"},
    ]
    reply = parse_reply(Task.CROSS, json.dumps({"readings": readings}), asked)
    assert isinstance(reply, Crossed)
    assert [r.value for r in reply.readings] == [None, None, "15:15"]
    assert reply.readings[2] == SecondReading("f_c", "15:15", "y", "msg_885")


def test_a_draft_keeps_the_models_labels_for_the_gate_to_judge(thread, envelope_text):
    sentences = [
        {"text": "Hello,", "kind": "courtesy", "fact_ids": []},
        {"text": "You will get $540.", "kind": "assertion", "fact_ids": ["f_unknown"]},
        {"text": "When?", "kind": "question", "fact_ids": []},
    ]
    text = envelope_text(
        "draft", reply=sentences, questions=[{"question": "When?", "missing": "a date"}]
    )
    reply = parse_reply(Task.DRAFT, text, Ask(Task.DRAFT, thread))
    assert isinstance(reply, Drafted)
    assert reply.sentences[1] == Sentence("You will get $540.", "assertion", ("f_unknown",))
    assert reply.text == "Hello,\n\nYou will get $540. When?"
    assert reply.questions[0].missing == "a date"


def test_a_draft_without_a_sentence_does_not_exist(thread, envelope_text):
    reply = parse_reply(Task.DRAFT, envelope_text("draft"), Ask(Task.DRAFT, thread))
    assert isinstance(reply, ReplyError)


def test_a_reply_that_is_wrong_all_over_is_described_briefly(thread, envelope_text):
    text = envelope_text(facts=[{"fact_id": "f1"}])
    reply = parse_reply(Task.EXTRACT, text, Ask(Task.EXTRACT, thread))
    assert len(reply.problems) == 11
    assert str(reply) == (
        "facts.0.type: Field required; facts.0.statement: Field required; "
        "facts.0.subject: Field required; and 8 more"
    )


def test_a_marker_speaks_for_its_own_sentence_alone():
    said = [("Hi,", "courtesy"), ("It came.", "assertion"), ("It is 5 EUR [not in source].", "assertion"),
            ("It is blue.", "assertion"), ("When?", "question"), ("Bye", "courtesy")]  # fmt: skip
    drafted = Drafted(tuple(Sentence(text, kind) for text, kind in said))
    assert drafted.text == (
        "Hi,\n\nIt came.\nIt is 5 EUR [not in source].\nIt is blue. When?\n\nBye"
    )
