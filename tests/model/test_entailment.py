"""A local entailment model in the place of the second reader."""

import json

import pytest

from mailmind.adapters.entailment import EntailmentReader, Label
from mailmind.core.checks import CheckContext, cross_verdicts, grounding_verdicts
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.replies import Crossed, Grounded, parse_reply
from mailmind.core.values import Fact, FactType

CLAIM = Fact("f_1", FactType.CLAIM, "The refund is approved", "", "we have approved your refund of $540.00",
             "msg_884", 0.9)  # fmt: skip
TIME = Fact("f_2", FactType.TIME, "The courier comes at 15:15", "15:15", "at 15:15", "msg_885", 0.9)
EARLY = Fact("f_3", FactType.TIME, "The courier comes at 9:00", "9:00", "at 15:15", "msg_885", 0.9)
TABLE = {
    ("approved", CLAIM.statement): Label.ENTAILED,
    ("15:15", TIME.statement): Label.ENTAILED,
    ("not earlier", EARLY.statement): Label.CONTRADICTED,
}


def label(premise, hypothesis):
    """A small model: it knows by a word what a sentence says of a statement."""
    found = [
        said for (word, about), said in TABLE.items() if about == hypothesis and word in premise
    ]
    return found[0] if found else Label.NEUTRAL


@pytest.fixture
def reader():
    return EntailmentReader("nli-1", label)


def answer(reader, thread, task, *facts, attempt=1):
    ask = Ask(task, thread, facts=facts, attempt=attempt)
    given = reader.ask(ask)
    assert (given.kind, given.calls, given.usage.cost) == (AnswerKind.OK, 0, 0.0)
    return parse_reply(task, given.text, ask)


def test_it_judges_and_writes_nothing(reader, thread):
    assert [task for task in Task if reader.can(task)] == [Task.GROUND, Task.CROSS]
    assert reader.ask(Ask(Task.DRAFT, thread)).kind is AnswerKind.UNAVAILABLE


def test_it_names_the_sentence_that_decides(reader, thread):
    reply = answer(reader, thread, Task.GROUND, CLAIM, EARLY, TIME)
    assert isinstance(reply, Grounded)
    assert [(j.fact_id, j.verdict, j.message_id) for j in reply.judgements] == [
        ("f_1", "supported", "msg_884"),
        ("f_3", "contradicted", "msg_885"),
        ("f_2", "supported", "msg_885"),
    ]
    verdicts = grounding_verdicts([CLAIM], reply.judgements, CheckContext(thread))
    assert verdicts["f_1"].code == "grounding.supported"


def test_it_abstains_until_a_proposal_is_shown(reader, thread):
    first = answer(reader, thread, Task.CROSS, TIME, EARLY)
    assert isinstance(first, Crossed)
    assert [r.value for r in first.readings] == [None, None]
    second = answer(reader, thread, Task.CROSS, TIME, EARLY, attempt=2)
    assert [r.value for r in second.readings] == ["15:15", None]
    codes = cross_verdicts([TIME, EARLY], second.readings, CheckContext(thread))
    assert {name: v.code for name, v in codes.items()} == {
        "f_2": "cross.agree",
        "f_3": "cross.abstain",
    }


def test_a_model_that_says_yes_to_everything_proves_nothing(thread):
    yes = EntailmentReader("yes", lambda _premise, _hypothesis: Label.ENTAILED)
    reply = answer(yes, thread, Task.CROSS, EARLY, attempt=2)
    verdict = cross_verdicts([EARLY], reply.readings, CheckContext(thread))["f_3"]
    assert (verdict.outcome, verdict.code) == ("unsure", "cross.abstain")


def test_what_others_wrote_is_no_premise(reader, thread):
    heard = []

    def listen(premise, _hypothesis):
        heard.append(premise)
        return Label.NEUTRAL

    answer(EntailmentReader("ear", listen), thread, Task.GROUND, CLAIM)
    assert heard[0].startswith("Dear Robin, the courier")
    assert json.dumps(heard).count("approved") == 1
