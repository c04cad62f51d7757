"""A reply that a person asks for: from what is known, through the gate, never over their own words."""

import pytest

from mailmind.errors import ModelError, UsageError
from mailmind.pipeline.request import write
from mailmind.pipeline.review import discard, edit, resolve
from mailmind.ports import Answer, AnswerKind, Task, Usage

THANKS = ("Thank you.", "courtesy", ())
TRUE = ("The discount is $540.00.", "assertion", (0,))
FALSE = ("The discount is $560.00.", "assertion", (0,))


@pytest.fixture
def known(lab):
    """A lab whose one thread was looked at, and the thread's ID."""
    lab.run(lab.mail, extract=lab.extract(lab.fact()), draft=lab.draft(THANKS))
    lab.model.asks.clear()
    return lab, lab.outcome.thread_id


def script(lab, **scripts):
    lab.model.asks.clear()
    lab.model.scripts = {
        Task(task): one if isinstance(one, list) else [one] for task, one in scripts.items()
    }


def test_another_draft_takes_the_place_of_the_first_and_nothing_is_read_again(known):
    lab, thread = known
    script(lab, draft=lab.draft(TRUE))
    draft = write(thread, lab.bench)
    assert (draft.text, draft.status) == ("The discount is $540.00.", "allowed")
    assert lab.bench.store.draft(thread) == draft
    assert lab.asked() == ["draft"]
    assert [ask.fresh for ask in lab.model.asks] == [True]
    assert [str(c.state) for c in lab.bench.store.facts(thread)] == ["verified"]
    assert [call.task for call in lab.bench.store.model_calls()] == ["extract", "draft", "draft"]
    assert lab.bench.store.verify_ledger().broken_at is None


def test_the_gate_judges_it_like_any_other(known):
    lab, thread = known
    script(lab, draft=[lab.draft(FALSE), lab.draft(TRUE)])
    assert (write(thread, lab.bench).status, lab.asked()) == ("allowed", ["draft", "draft"])
    script(lab, draft=lab.draft(FALSE))
    assert write(thread, lab.bench).status == "given_up"


def test_it_rests_on_what_people_decided(known):
    lab, thread = known
    (fact,) = lab.bench.store.facts(thread)
    resolve(fact.fact.id, "dismiss", None, lab.bench, who="robin")
    script(lab, draft=lab.draft(THANKS))
    write(thread, lab.bench)
    assert [ask.facts for ask in lab.model.asks] == [()]


def test_a_thread_that_no_run_has_seen_is_read_first(known, labs):
    lab, _ = known
    with labs() as new:
        new.run(lab.mail, extract="no reply")
        thread = new.outcome.thread_id
        script(new, extract=new.extract(new.fact()), draft=new.draft(TRUE))
        assert write(thread, new.bench).status == "allowed"
        assert new.asked() == ["extract", "draft"]


def test_a_persons_own_words_and_a_discarded_draft_stay(known):
    lab, thread = known
    edit(thread, "Thank you very much.", lab.bench, who="robin")
    script(lab, draft=lab.draft(TRUE))
    with pytest.raises(UsageError, match="your own draft stands"):
        write(thread, lab.bench)
    discard(thread, lab.bench, who="robin")
    with pytest.raises(UsageError, match="was discarded"):
        write(thread, lab.bench)
    assert lab.asked() == []
    assert lab.bench.store.draft(thread).text == "Thank you very much."


def test_why_none_is_written_is_said_and_the_old_one_stays(known):
    lab, thread = known
    script(lab, draft=Answer(AnswerKind.REFUSED, reason="it declined", model="fake-1"))
    with pytest.raises(UsageError, match="it declined"):
        write(thread, lab.bench)
    assert lab.bench.store.draft(thread).text == "Thank you."
    with pytest.raises(UsageError, match="no thread 't_404'"):
        write("t_404", lab.bench)


def test_what_was_paid_is_recorded_where_the_money_ends(known):
    lab, thread = known
    paid = Answer(AnswerKind.OK, lab.draft(FALSE)(Ask(lab)), "", "fake-1", Usage(cost=0.25))
    broke = Answer(AnswerKind.BUDGET, reason="the ceiling of this day is reached", calls=0)
    script(lab, draft=[paid, broke])
    with pytest.raises(ModelError, match="the ceiling of this day"):
        write(thread, lab.bench)
    assert [call.usage.cost for call in lab.bench.store.model_calls()][-2:] == [0.25, None]
    assert lab.bench.store.draft(thread).text == "Thank you."


class Ask:
    """What a script needs to know of a question."""

    def __init__(self, lab):
        self.facts = [checked.fact for checked in lab.outcome.facts]
