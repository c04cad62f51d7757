"""What a model costs here: calls, tokens, money and time, on many threads through a local server.

Run: ``python benchmarks/model.py [--threads 200] [--latency 2] [--in-flight 16] [--smoke]``

Nothing here needs a key or a network: the server of ``mailmind.testserver`` plays the Messages API, with
its rules, its prompt cache and its latency. Every figure comes from what that server saw. The last line is
one JSON object.

- calls_per_thread: requests a thread, everything included.
- verify_everything_vs_ours: cost if every thread got one more call, to the second reader, about all its
  facts, over the cost of the routing as shipped.
- no_cache_vs_ours: cost of the same requests without a prompt cache over their cost with it.
- source_writes_per_thread: how often a thread's mails were written to a cache, all models together.
- wall_vs_ideal: time of the run over (requests x latency / in flight).
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from model_mail import inbox, reader

from mailmind import config as configuration
from mailmind.adapters.claude.opening import open_model, prices, purse
from mailmind.adapters.claude.provider import ClaudeModel
from mailmind.adapters.store import SqliteStore
from mailmind.core.dialogue import Usage
from mailmind.core.modelconfig import Level
from mailmind.core.prices import Price
from mailmind.core.prompts import prompt_hash
from mailmind.pipeline import run
from mailmind.pipeline.bench import Workbench
from mailmind.pipeline.events import ThreadDone, ThreadsGrouped
from mailmind.ports import RawMail, ThreadOutcome
from mailmind.testserver import MessagesServer, Seen

_ANSWER = 60
"""Tokens of one reading with its quote."""
_QUESTION = 90
"""Tokens of one question to the second reader."""


class _Clock:
    def now(self) -> datetime:
        return datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


def main() -> None:
    """Run the benchmark and print its figures."""
    options = _options()
    with (
        tempfile.TemporaryDirectory() as folder,
        MessagesServer(reader, latency=options.latency, first_byte=options.latency / 4) as server,
    ):
        store = SqliteStore.open(Path(folder) / "bench.sqlite")
        mails = [RawMail(raw, f"{n}") for n, raw in enumerate(inbox(options.threads))]
        store.add_mail(mails, account="bench", folder="INBOX")
        bench, models = _bench(store, server, options.in_flight)
        outcomes, seconds = _run(bench)
        for model in models:
            model.close()
        store.close()
    _report(server.messages, outcomes, seconds, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--threads", type=int, default=200)
    parser.add_argument("--latency", type=float, default=2.0)
    parser.add_argument("--in-flight", type=int, default=16)
    parser.add_argument("--smoke", action="store_true", help="40 threads at 0.25 s")
    parser.add_argument("--verifier", default="claude-sonnet-5-5")
    options = parser.parse_args()
    if options.smoke:
        options.threads, options.latency = 40, 0.25
    return options


def _bench(
    store: SqliteStore, server: MessagesServer, width: int
) -> tuple[Workbench, tuple[ClaudeModel, ...]]:
    settings = configuration.load(None, {"MAILMIND_CONFIG": "/nonexistent"}).settings
    model = replace(
        settings.model,
        base_url=server.url,
        place="CLOUD",
        level=Level.SCHEMA,
        parallel=width,
        ceiling_run=100.0,
        ceiling_day=100.0,
    )
    user = replace(settings.user, addresses=("robin@vale.example",))
    environ = {model.key_env: server.key}
    money = purse(model)
    proposer = open_model(model, money=money, environ=environ)
    verifier = open_model(model, verifier=True, money=money, environ=environ)
    bench = Workbench(
        store=store,
        model=proposer,
        verifier=verifier,
        clock=_Clock(),
        settings=replace(settings, model=model, user=user),
        zone="Europe/Berlin",
        width=width,
        config_hash="bench",
        prompt_hash=prompt_hash(),
    )
    return bench, (proposer, verifier)


def _run(bench: Workbench) -> tuple[list[ThreadOutcome], float]:
    """The outcomes, and the seconds from the moment the threads were known to the end of the run."""
    outcomes: list[ThreadOutcome] = []
    begun = None
    for event in run(bench):
        if begun is None and isinstance(event, ThreadsGrouped):
            begun = time.perf_counter()
        if isinstance(event, ThreadDone):
            outcomes.append(event.outcome)
    return outcomes, time.perf_counter() - (begun or 0)


def _report(
    seen: Sequence[Seen],
    outcomes: Sequence[ThreadOutcome],
    seconds: float,
    options: argparse.Namespace,
) -> None:
    threads = len(outcomes)
    if not threads or any(outcome.failed for outcome in outcomes):
        notes = {outcome.note for outcome in outcomes if outcome.failed}
        sys.exit(f"the run failed: {notes or 'no threads'}")
    calls = [call for outcome in outcomes for call in outcome.calls]
    usages = [(call.model, call.usage) for call in calls]
    ours = sum(_cost(model, usage) for model, usage in usages)
    uncached = sum(_cost(model, _without_cache(usage)) for model, usage in usages)
    everything = _verify_everything(outcomes, options.verifier)
    ideal = len(seen) * options.latency / options.in_flight
    states = Counter(str(f.state) for o in outcomes for f in o.facts)
    print(f"{threads} threads, {len(seen)} requests: {dict(Counter(c.task for c in calls))}")
    print(f"facts: {dict(states)}")
    print(
        f"cost: {ours:.4f} $ ({ours / threads * 1000:.3f} $ for 1,000 threads); {_tokens(usages)}"
    )
    print(f"without a cache {uncached:.4f} $, verifying everything {everything:.4f} $")
    print(f"time: {seconds:.1f} s, ideal {ideal:.1f} s")
    figures = {
        "calls_per_thread": round(len(seen) / threads, 3),
        "verify_everything_vs_ours": round(everything / ours, 2),
        "no_cache_vs_ours": round(uncached / ours, 2),
        "source_writes_per_thread": round(_source_writes(seen) / threads, 3),
        "wall_vs_ideal": round(seconds / ideal, 3),
    }
    print(json.dumps(figures))


def _cost(model: str, usage: Usage) -> float:
    price = _price(model)
    cost = price.cost(usage)
    assert cost is not None, f"{model} told no usage"
    return cost


def _price(model: str) -> Price:
    price = prices().of(model)
    assert price is not None, f"no price of {model}"
    return price


def _without_cache(usage: Usage) -> Usage:
    plain = (usage.input_tokens or 0) + (usage.cache_read or 0) + (usage.cache_write or 0)
    return Usage(plain, usage.output_tokens, 0, 0)


def _verify_everything(outcomes: Sequence[ThreadOutcome], reader_model: str) -> float:
    """Extraction and draft as they were, and one more call a thread that verifies all its facts."""
    total = 0.0
    for outcome in outcomes:
        kept = [c for c in outcome.calls if c.task in ("extract", "draft")]
        total += sum(_cost(call.model, call.usage) for call in kept)
        source = _without_cache(kept[0].usage).input_tokens or 0
        facts = len(outcome.facts)
        usage = Usage(source + _QUESTION * facts, _ANSWER * facts, 0, 0)
        total += _cost(reader_model, usage)
    return total


def _source_writes(seen: Sequence[Seen]) -> int:
    """Requests that wrote a thread's mails to a cache, whatever else they wrote or read."""
    writes = 0
    for request in seen:
        mails = request.body["messages"][0]["content"][:-1]
        size = sum(len(block["text"]) for block in mails) // 4
        writes += request.usage["cache_creation_input_tokens"] >= 0.9 * size
    return writes


def _tokens(usages: Sequence[tuple[str, Usage]]) -> str:
    names = ("input_tokens", "output_tokens", "cache_read", "cache_write")
    sums = {name: sum(getattr(usage, name) or 0 for _, usage in usages) for name in names}
    return ", ".join(f"{name} {count}" for name, count in sums.items())


if __name__ == "__main__":
    main()
