"""The public fakes keep the contracts that the real things keep."""

from datetime import timedelta

import pytest

from mailmind.adapters.local import LocalMail
from mailmind.adapters.offline import OfflineModel
from mailmind.adapters.store import SqliteStore
from mailmind.core.values import Message, Thread
from mailmind.ports import Answer, AnswerKind, Ask, ImportTrouble, RawMail, Store, Task
from mailmind.testing import DAY, FakeMailSource, FakeModel, FixedClock, memory_store

THREAD = Thread("t_1", (Message("msg_1", body="The refund is $540.00."),))
MAIL = b"Subject: a\r\n\r\nbody\r\n"


@pytest.mark.parametrize("model", [FakeModel({Task.EXTRACT: ["{}"]}), OfflineModel()])
def test_every_model_says_what_it_can_and_answers_whatever_it_is_asked(model):
    assert model.name
    assert model.place in ("OFF", "LOCAL", "CLOUD")
    assert model.can(Task.EXTRACT)
    for task in Task:
        answer = model.ask(Ask(task, THREAD))
        assert isinstance(answer, Answer)
        assert answer.kind is AnswerKind.OK or answer.reason
        if not model.can(task):
            assert answer.kind is AnswerKind.UNAVAILABLE


def test_every_mail_source_yields_bytes_and_where_they_came_from(tmp_path):
    path = tmp_path / "a.eml"
    path.write_bytes(MAIL)
    for source in (FakeMailSource([MAIL]), LocalMail([path])):
        (mail,) = source.read()
        assert isinstance(mail, RawMail)
        assert mail.raw == MAIL
        assert mail.where


def test_a_source_passes_trouble_and_whole_mails_on():
    items = [RawMail(b"x", "mine"), ImportTrouble("p", "unreadable"), "text"]
    assert list(FakeMailSource(items).read()) == [*items[:2], RawMail(b"text", "mail 3")]


def test_a_script_is_followed_in_order_and_its_last_answer_repeats():
    refusal = Answer(AnswerKind.REFUSED, reason="no")
    model = FakeModel({Task.DRAFT: ["one", lambda ask: f"attempt {ask.attempt}", refusal]})
    asks = [Ask(Task.DRAFT, THREAD, attempt=n) for n in range(1, 5)]
    answers = [model.ask(ask) for ask in asks]
    assert [a.text for a in answers] == ["one", "attempt 2", "", ""]
    assert answers[2] is answers[3] is refusal
    assert model.asks == asks


def test_tasks_have_scripts_of_their_own():
    model = FakeModel({Task.EXTRACT: ["e1", "e2"], Task.GROUND: ["g1"]})
    order = [Task.EXTRACT, Task.GROUND, Task.EXTRACT]
    assert [model.ask(Ask(task, THREAD)).text for task in order] == ["e1", "g1", "e2"]
    assert not model.can(Task.CROSS)
    assert model.ask(Ask(Task.CROSS, THREAD)).kind is AnswerKind.UNAVAILABLE


def test_a_fixed_clock_moves_when_told_to():
    clock = FixedClock()
    assert clock.now() == clock.now() == DAY
    clock.advance(minutes=5)
    assert clock.now() == DAY + timedelta(minutes=5)


def test_the_memory_store_dates_its_ledger_by_the_clock():
    clock = FixedClock()
    clock.advance(hours=1)
    with memory_store(clock) as store:
        store.add_mail([RawMail(b"x", "x")], account="a", folder="f")
        with store._db.read() as db:
            at = db.execute("SELECT at FROM ledger").fetchone()["at"]
    assert at == "2026-11-30T10:00:00.000000+00:00"


def test_the_store_has_every_method_of_its_port():
    promised = {name for name in vars(Store) if not name.startswith("_")}
    assert len(promised) > 30
    assert [name for name in sorted(promised) if not hasattr(SqliteStore, name)] == []
