"""Prices, ceilings, patience and privacy: the bounds, each on its own."""

from datetime import date

import pytest

from mailmind import bootstrap
from mailmind.adapters.claude.opening import prices
from mailmind.adapters.claude.pace import Pace
from mailmind.adapters.claude.purse import Purse
from mailmind.core.dialogue import Usage
from mailmind.core.modelconfig import Ai
from mailmind.core.privacy import reach, withheld
from mailmind.core.values import Address, Layer, LayerSpan, Message, Thread
from mailmind.pipeline import run
from mailmind.pipeline.ingest import import_mail
from mailmind.testing import FakeMailSource


def test_a_call_costs_what_its_tokens_cost():
    haiku = prices().of("claude-haiku-5-5")
    # 1,000 x 0.10 + 200 x 0.50 + 3,000 x 0.01 + 2,000 x 0.125, each per million.
    assert haiku.cost(Usage(1000, 200, 3000, 2000)) == pytest.approx(0.00048)


def test_a_long_prompt_costs_more_as_a_whole():
    haiku = prices().of("claude-haiku-5-5")
    # 100,001 tokens of prompt, cache included: 1 x 0.50 + 100,000 x 0.05 + 10 x 2.50.
    assert haiku.cost(Usage(1, 10, 100_000, 0)) == pytest.approx(0.0050255)
    assert haiku.cost(Usage(0, 10, 100_000, 0)) == pytest.approx(0.001005)


@pytest.mark.parametrize("gap", range(4))
def test_a_gap_in_the_usage_makes_the_cost_unknown(gap):
    counts = [1, 2, 3, 4]
    counts[gap] = None
    assert prices().of("claude-haiku-5-5").cost(Usage(*counts)) is None


def test_a_sum_with_a_gap_is_no_sum():
    total = Usage(1, 2, 3, 4, 0.5) + Usage(1, None, 3, 4, None)
    assert total == Usage(2, None, 6, 8, None)


def test_the_list_is_dated_and_names_may_be():
    known = prices()
    assert known.checked == date(2026, 11, 29)
    assert known.of("claude-haiku-4-5-20251001") == known.of("claude-haiku-4-5")
    assert known.of("llama-9") is None
    assert known.dearest.rates.output == 50.0


def test_a_purse_is_not_overdrawn_and_keeps_unknown_costs_at_their_estimate():
    purse = Purse(1.0, 10.0)
    assert purse.reserve(0.6) == ""
    assert "run" in purse.reserve(0.6)
    purse.settle(0.6, 0.1)
    assert purse.spent == pytest.approx(0.1)
    assert purse.reserve(0.6) == ""
    purse.settle(0.6, None)
    assert purse.spent == pytest.approx(0.7)


def test_the_day_counts_what_earlier_runs_spent():
    purse = Purse(1.0, 5.0, spent_today=lambda: 4.5)
    assert purse.reserve(0.4) == ""
    assert "today" in purse.reserve(0.2)


class Clockwork:
    """A clock that moves only when somebody sleeps."""

    def __init__(self):
        self.now = 100.0
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds

    def pace(self, longest=60.0, jitter=0.0):
        return Pace(longest, sleep=self.sleep, clock=lambda: self.now, jitter=lambda: jitter)


def test_a_rate_limit_makes_everybody_wait():
    clock = Clockwork()
    pace = clock.pace()
    pace.wait()
    assert clock.slept == []
    assert pace.back_off(7.0, 1, everybody=True)
    assert clock.slept == []
    pace.wait()
    pace.wait()
    assert clock.slept == [7.0]


def test_one_failure_makes_one_wait_and_longer_each_time():
    clock = Clockwork()
    pace = clock.pace(jitter=0.4)
    for tries in range(1, 7):
        assert pace.back_off(-1.0, tries, everybody=False)
    # Half a second doubled up to eight, less a tenth.
    assert clock.slept == pytest.approx([0.45, 0.9, 1.8, 3.6, 7.2, 7.2])
    pace.wait()
    assert len(clock.slept) == 6


def test_patience_has_a_bound():
    clock = Clockwork()
    assert not clock.pace(60).back_off(61.0, 1, everybody=True)
    assert clock.pace(60).back_off(60.0, 1, everybody=True)


def mail(sender, to=(), layers=()):
    addresses = tuple(Address(email=a) for a in to)
    return Thread("t", (Message("m", sender=Address(email=sender), to=addresses, layers=layers),))


@pytest.mark.parametrize(
    ("place", "ai", "allowed"),
    [
        ("OFF", Ai.OFF, True),
        ("LOCAL", Ai.OFF, False),
        ("LOCAL", Ai.LOCAL, True),
        ("LOCAL", Ai.CLOUD, True),
        ("CLOUD", Ai.LOCAL, False),
        ("CLOUD", Ai.CLOUD, True),
        ("somewhere", Ai.LOCAL, False),
    ],
)
def test_mail_goes_as_far_as_it_may(place, ai, allowed):
    assert (withheld(mail("a@b.example"), place=place, ai=ai) is None) is allowed


@pytest.mark.parametrize(
    ("thread", "kept"),
    [
        (mail("a@law.example"), True),
        (mail("a@mail.LAW.example"), True),
        (mail("x@b.example", to=["c@law.example"]), True),
        (mail("x@outlaw.example"), False),
        (mail("law.example@b.example"), False),
        (
            mail(
                "x@b.example",
                layers=(LayerSpan(Layer.QUOTED, 0, 1, Address(email="a@law.example")),),
            ),
            True,
        ),
    ],
)
def test_a_domain_that_is_never_sent_keeps_its_thread(thread, kept):
    reason = withheld(thread, place="CLOUD", ai=Ai.CLOUD, never_send=["law.example"])
    assert (reason is not None) is kept


def test_the_longest_exception_decides():
    exceptions = {"work": Ai.LOCAL, "work/Legal": Ai.OFF}
    assert reach("work/INBOX", Ai.CLOUD, exceptions) is Ai.LOCAL
    assert reach("work/Legal", Ai.CLOUD, exceptions) is Ai.OFF
    assert reach("work/Legal/2026", Ai.CLOUD, exceptions) is Ai.OFF
    assert reach("working", Ai.CLOUD, exceptions) is Ai.CLOUD


def test_each_run_has_its_ceiling_and_the_day_has_one_for_all():
    recorded = [0.0]
    purse = Purse(1.0, 2.5, spent_today=lambda: recorded[0])
    for _ in range(2):
        assert purse.reserve(1.0) == ""
        assert "run" in purse.reserve(0.1)
        recorded[0] += 1.0
        purse.begin()
        assert purse.spent == 0.0
    assert "today" in purse.reserve(0.6)
    assert purse.reserve(0.5) == ""


def test_what_nobody_told_the_cost_of_counts_until_the_day_is_over():
    day = ["Monday"]
    purse = Purse(1.0, 1.5, today=lambda: day[0])
    assert purse.reserve(1.0) == ""
    purse.settle(1.0, None)
    purse.begin()
    assert "today" in purse.reserve(0.6)
    day[0] = "Tuesday"
    purse.begin()
    assert purse.reserve(1.0) == ""


def test_every_run_of_a_bench_begins_with_a_new_purse(server, tmp_path, monkeypatch):
    monkeypatch.setenv("ANY_NAME", server.key)
    file = tmp_path / "config.toml"
    file.write_text(
        f'[store]\npath = "{tmp_path / "mail.sqlite"}"\n[model]\nprovider = "anthropic"\n'
        f'base_url = "{server.url}"\nkey_env = "ANY_NAME"\nplace = "CLOUD"\nceiling_run = 0.1\n'
    )
    config = bootstrap.load_config(str(file))
    mails = [f"From: a@b.example\nSubject: {n}\nMessage-ID: <{n}@b>\n\nHello.\n" for n in range(2)]
    with bootstrap.open_store(str(file)) as store, bootstrap.workbench(config, store) as bench:
        stopped = []
        for text in mails:
            list(import_mail(FakeMailSource([text]), store))
            money = bench.begun.__self__
            money.reserve(0.1)
            stopped.append(list(run(bench))[-1].summary.stopped)
    assert stopped == ["", ""]
