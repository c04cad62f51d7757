"""One thread through extraction and checks: the order, the cost, and each way to fail open."""

import json
from dataclasses import replace

import pytest

from mailmind.errors import ModelError
from mailmind.ports import Answer, AnswerKind


def test_a_true_amount_is_verified_by_code_alone(lab):
    lab.run(lab.mail, extract=lab.extract(lab.fact()))
    assert lab.states() == {"540 USD": "verified"}
    assert lab.asked() == ["extract"]


def test_a_number_that_stands_nowhere_never_costs_another_call(lab):
    lab.run(
        lab.mail,
        extract=lab.extract(lab.fact(value="480 USD", confidence=0.4)),
        cross=lab.cross("480 USD"),
    )
    assert lab.states() == {"480 USD": "rejected"}
    assert lab.asked() == ["extract"]


def test_a_figure_that_only_the_statement_has_holds_the_fact_and_costs_no_other_call(lab):
    says = "The discount of $540 is paid out by 3 March."
    lab.run(
        lab.mail,
        extract=lab.extract(lab.fact(statement=says, confidence=0.5)),
        cross=lab.cross("540 USD"),
    )
    (checked,) = lab.outcome.facts
    assert (str(checked.state), lab.asked()) == ("held", ["extract"])
    (verdict,) = [v for v in checked.verdicts if v.check == "value"]
    assert verdict.reason == (
        "the quote says '$540.00', but the statement also says '3 March'; "
        "no message of the thread says so"
    )


def test_all_claims_of_a_thread_are_grounded_in_one_call(lab):
    other = lab.fact(
        fact_id="f3", type="claim", statement="The discount is approved.",
        value="The discount is approved",
    )  # fmt: skip
    lab.run(
        lab.mail,
        extract=lab.extract(lab.promise(), other),
        ground=lab.ground("supported"),
        cross=lab.cross("We will send the blue one.", "We will send the blue one."),
    )
    assert lab.asked().count("ground") == 1


@pytest.mark.parametrize("verdict", ["contradicted", "not_found"])
def test_a_model_may_hold_a_claim_and_never_reject_it(lab, verdict):
    lab.run(lab.mail, extract=lab.extract(lab.promise()), ground=lab.ground(verdict))
    assert set(lab.states().values()) == {"held"}


def test_a_deciding_sentence_that_stands_nowhere_decides_nothing(lab):
    lab.run(
        lab.mail,
        extract=lab.extract(lab.promise()),
        ground=lab.ground("supported", "We certainly will send the blue one today."),
        cross=lab.cross("We will send the blue one.", "We will send the blue one."),
    )
    assert set(lab.states().values()) == {"held"}


def test_without_a_model_for_a_check_its_facts_are_held(lab):
    lab.run(lab.mail, extract=lab.extract(lab.promise()))
    (checked,) = lab.outcome.facts
    assert checked.state == "held"
    assert "not_run" in {v.code for v in checked.verdicts}


@pytest.mark.parametrize(
    "kind",
    [AnswerKind.REFUSED, AnswerKind.TRUNCATED, AnswerKind.EMPTY, AnswerKind.UNAVAILABLE],
)
def test_a_grounding_that_does_not_come_leaves_the_claim_held(lab, kind):
    lab.run(
        lab.mail,
        extract=lab.extract(lab.promise()),
        ground=Answer(kind, reason="no answer today"),
        cross=lab.cross("We will send the blue one.", "We will send the blue one."),
    )
    assert set(lab.states().values()) == {"held"}


def test_a_partial_grounding_holds_the_fact_that_it_left_out(lab):
    other = lab.fact(
        fact_id="f3", type="claim", statement="The discount is approved.", value="It is approved"
    )

    def only_the_claim(ask):
        reply = json.loads(lab.ground("supported", lab.quote)(ask))
        claims = {f.id for f in ask.facts if f.type == "claim"}
        reply["checks"] = [c for c in reply["checks"] if c["fact_id"] in claims]
        return json.dumps(reply)

    lab.run(
        lab.mail,
        extract=lab.extract(lab.promise(), other),
        ground=only_the_claim,
        cross=lab.cross("We will send the blue one.", "We will send the blue one."),
    )
    assert lab.states() == {"Ada will send the blue one": "held", "It is approved": "verified"}


def test_a_second_reader_who_reads_something_else_holds_the_fact(lab):
    lab.run(lab.mail, extract=lab.extract(lab.fact(confidence=0.4)), cross=lab.cross("450 USD"))
    assert lab.states() == {"540 USD": "held"}


def test_a_second_reader_never_sees_the_value_at_first(lab):
    lab.run(lab.mail, extract=lab.extract(lab.fact(confidence=0.4)), cross=lab.cross("540 USD"))
    assert lab.states() == {"540 USD": "verified"}
    assert lab.asked() == ["extract", "cross"]
    assert lab.model.asks[1].attempt == 1


def test_only_where_the_reader_abstains_is_the_proposal_shown(lab):
    lab.run(
        lab.mail,
        extract=lab.extract(lab.fact(confidence=0.4)),
        cross=[lab.cross(None), lab.cross("540 USD")],
    )
    assert [ask.attempt for ask in lab.model.asks] == [1, 1, 2]


def test_too_little_confidence_goes_straight_to_a_person(lab):
    lab.run(lab.mail, extract=lab.extract(lab.fact(confidence=0.1)), cross=lab.cross("540 USD"))
    assert lab.states() == {"540 USD": "held"}
    assert lab.asked() == ["extract"]


def test_high_confidence_approves_nothing(lab):
    lab.run(lab.mail, extract=lab.extract(lab.fact(value="480 USD", confidence=1.0)))
    assert lab.states() == {"480 USD": "rejected"}


@pytest.mark.parametrize("text", ["not json", '{"task": "extract"}', "", "[]"])
def test_an_answer_that_does_not_pass_the_schema_gate_does_not_exist(lab, text):
    summary = lab.run(lab.mail, extract=text)
    assert lab.outcome.facts == ()
    assert (summary.failed, summary.seen) == (1, 1)
    assert lab.outcome.note


def test_a_thread_that_failed_is_looked_at_again(lab):
    lab.run(lab.mail, extract="not json")
    summary = lab.run(extract=lab.extract(lab.fact()))
    assert (summary.seen, summary.failed) == (1, 0)
    assert lab.states() == {"540 USD": "verified"}


def test_one_bad_thread_never_stops_the_others(lab):
    second = lab.mail.replace("<a@shop", "<b@shop").replace("colour", "size")
    summary = lab.run(lab.mail, second, extract=["not json", lab.extract(lab.fact())])
    assert (summary.seen, summary.of, summary.failed) == (2, 2, 1)
    assert lab.states() == {"540 USD": "verified"}


def test_a_model_that_cannot_be_asked_at_all_stops_the_run_and_says_what_is_left(lab):
    second = lab.mail.replace("<a@shop", "<b@shop").replace("colour", "size")

    def broke(_ask):
        raise ModelError("the spend limit is reached")

    summary = lab.run(lab.mail, second, extract=[lab.extract(lab.fact()), broke])
    assert summary.stopped == "the spend limit is reached; 1 of 2 threads are left"
    assert (summary.seen, summary.of) == (1, 2)
    again = lab.run(extract=lab.extract(lab.fact()))
    assert (again.seen, again.of) == (1, 1)


def test_a_bug_met_in_one_thread_is_that_threads_failure(lab):
    second = lab.mail.replace("<a@shop", "<b@shop").replace("colour", "size")

    def bug(_ask):
        raise ZeroDivisionError("a bug")

    summary = lab.run(lab.mail, second, extract=[bug, lab.extract(lab.fact())])
    assert (summary.seen, summary.failed) == (2, 1)
    assert "ZeroDivisionError: a bug" in summary.failures[0][1]


def test_what_is_no_fact_is_said_in_words(lab):
    empty = lab.fact(quote="", statement="The discount is $540.")
    lab.run(lab.mail, extract=lab.extract(empty))
    said = "no fact: 'The discount is $540.' (facts.0.quote: a fact without a quote is no fact)"
    assert said in lab.outcome.note


def test_the_record_of_a_run_holds_the_accepted_rules_word_by_word(lab):
    rules = ("In mail from shop.example: copy values as written.",)
    lab.bench = replace(lab.bench, rules=rules)
    lab.run(lab.mail, extract=lab.extract())
    entries = lab.bench.store._db.connection.execute(
        "SELECT run, payload FROM ledger WHERE kind = 'run.rules'"
    ).fetchall()
    assert [(row["run"], json.loads(row["payload"])) for row in entries] == [
        ("run_1", {"prompts": "p1", "rules": list(rules)})
    ]
    assert lab.bench.store.verify_ledger().broken_at is None


def test_a_run_without_rules_says_nothing_of_them(lab):
    lab.run(lab.mail, extract=lab.extract())
    query = "SELECT count(*) FROM ledger WHERE kind = 'run.rules'"
    assert lab.bench.store._db.connection.execute(query).fetchone()[0] == 0
