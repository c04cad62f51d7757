"""Links that delay, break, freeze: what was stored stays, the rest follows, nothing comes twice."""

import pytest
from fault_proxy import Fault
from mail_samples import samples

from mailmind.ports import LinkLost
from mailmind.sync import Progress, Waiting

pytestmark = pytest.mark.dovecot

MAILS = samples(1200)


def whole(store, sync):
    return [raw for raw, _ in sync.contents(store).values()] == MAILS


def through(proxy, box, sync, **changes):
    return sync.account_of(box, port=proxy.port, **changes)


@pytest.mark.parametrize("kind", ["cut_after", "reset_after", "freeze_after"])
@pytest.mark.parametrize("after", [300, 120_000, 1_100_000])
def test_a_link_that_breaks_once(kind, after, box, store, sync, start_proxy):
    box.deliver(MAILS)
    proxy = start_proxy(box.port, [Fault(), Fault(**{kind: after})])
    account = through(proxy, box, sync, timeout=0.7)
    # The first connection only proves that the server is there.
    sync.opener(account)().close()
    waits = []
    events = []
    try:
        events = sync.run_sync(account, store, sleep=waits.append)
    except LinkLost:
        # Cut in the middle of the greeting and login: the server was never reached in this run.
        assert after == 300
        events = sync.run_sync(account, store, sleep=waits.append)
    else:
        assert len(waits) == 1
        assert [e.seconds for e in events if isinstance(e, Waiting)] == waits
    assert whole(store, sync)
    assert events[-1].whole


def test_what_was_stored_before_the_break_is_not_fetched_again(box, store, sync, start_proxy):
    box.deliver(MAILS)
    proxy = start_proxy(box.port, [Fault(cut_after=1_300_000)])
    events = sync.run_sync(through(proxy, box, sync), store)
    broke = next(i for i, e in enumerate(events) if isinstance(e, Waiting))
    # A server may work on several batches at once, so not even the first need be whole by then.
    stored = [0, *(e.done for e in events[:broke] if isinstance(e, Progress))]
    assert stored in ([0], [0, 500], [0, 500, 1000])
    assert next(e.total for e in events[broke:] if isinstance(e, Progress)) == 1200 - stored[-1]
    assert events[-1].new == 1200


def test_a_link_that_breaks_again_and_again(box, store, sync, start_proxy):
    """No connection lives long enough for a full batch: the batches get smaller."""
    box.deliver(MAILS)
    proxy = start_proxy(box.port, [Fault(cut_after=260_000)] * 40)
    events = sync.run_sync(through(proxy, box, sync), store)
    assert whole(store, sync)
    assert events[-1].whole
    assert 7 <= proxy.connections <= 30


def test_a_link_that_never_works_again_ends_the_account_and_keeps_what_is_there(
    box, store, sync, start_proxy
):
    box.deliver(MAILS)
    proxy = start_proxy(box.port, [Fault(cut_after=1_300_000)] + [Fault(cut_after=10)] * 30)
    waits, said = [], [0]

    def to_the_end():
        events = sync.stream(through(proxy, box, sync), store, sleep=waits.append)
        said.extend(event.done for event in events if isinstance(event, Progress))

    with pytest.raises(LinkLost, match=r"127\.0\.0\.1"):
        to_the_end()
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert len(sync.contents(store)) == said[-1]
    assert [t.reason for t in store.trouble()]

    sync.run_sync(sync.account_of(box), store)
    assert whole(store, sync)
    assert not store.trouble()


def test_a_server_that_is_not_there_is_said_at_once(store, sync, box):
    waits = []
    with pytest.raises(LinkLost, match="connecting"):
        sync.run_sync(sync.account_of(box, port=1), store, sleep=waits.append)
    assert waits == []


def test_the_round_trips_do_not_grow_with_the_messages(box, store, sync, start_proxy):
    """At half a second a message, 1,200 would take ten minutes; the time limit proves the rest."""
    box.deliver(MAILS)
    proxy = start_proxy(box.port, latency=0.04)
    sync.run_sync(through(proxy, box, sync), store)
    assert whole(store, sync)
