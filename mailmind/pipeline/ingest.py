"""From a source of mail to threads in the store: keep bytes, parse them in a second pass, group them.

Owned here: bytes are stored before anything looks into them, so a mail that cannot be parsed is kept,
and an interrupted pass goes on where it ended.
"""

import os
from collections.abc import Iterator
from itertools import islice, repeat

from mailmind.core.parse import parse_received
from mailmind.pipeline.events import MailParsed, MailRead, MailTrouble
from mailmind.ports import Clock, ImportTrouble, MailSource, RawMail, Store
from mailmind.workers import process_pool

BATCH_MAILS = 500
BATCH_BYTES = 4_000_000
_POOL_MAILS = 2000
"""So many mails are in memory while worker processes parse them."""
_SAVED_AT_ONCE = 100
_CHUNK = 20
_POOL_FROM = 400
"""So many mails are worth the start of worker processes."""


def import_mail(
    source: MailSource, store: Store, *, account: str = "local"
) -> Iterator[MailRead | MailTrouble]:
    """Store every mail of a source, in batches that are each one transaction.

    Yields progress after every batch and an event for each file that could not be read.
    """
    read = stored = 0
    for batch in _batches(source.read()):
        mails = [item for item in batch if isinstance(item, RawMail)]
        for item in batch:
            if isinstance(item, ImportTrouble):
                yield MailTrouble(item.path, item.reason)
        read += len(mails)
        stored += store.add_mail(mails, account=account, folder="import") if mails else 0
        yield MailRead(read, stored, read - stored)


def _batches(items: Iterator[RawMail | ImportTrouble]) -> Iterator[list[RawMail | ImportTrouble]]:
    batch: list[RawMail | ImportTrouble] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.raw) if isinstance(item, RawMail) else 0
        if len(batch) >= BATCH_MAILS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def parse_pending(
    store: Store, clock: Clock, *, workers: int | None = None
) -> Iterator[MailParsed]:
    """Parse every stored mail that no parse has seen, and group all mail into threads.

    Args:
        store: holds the mails.
        clock: tells which dates lie in the future.
        workers: processes to use where there is much to do; the number of cores by default.
    """
    now, done = clock.now(), 0
    first = store.unparsed(_POOL_FROM)
    if not first:
        return
    size = min(workers or os.cpu_count() or 1, 8)
    if len(first) < _POOL_FROM or size < 2:
        while waiting := first or store.unparsed():
            first = []
            store.save_parsed([(m.key, parse_received(m.raw, m.received, now)) for m in waiting])
            done += len(waiting)
            yield MailParsed(done)
    else:
        with process_pool(size, parse_received) as pool:
            while waiting := first or store.unparsed(_POOL_MAILS):
                first = []
                jobs = ([mail.raw for mail in waiting], [mail.received for mail in waiting])
                read = pool.map(parse_received, *jobs, repeat(now), chunksize=_CHUNK)
                parsed = zip((mail.key for mail in waiting), read, strict=True)
                # What is there is saved while the workers are busy with the rest.
                while part := list(islice(parsed, _SAVED_AT_ONCE)):
                    store.save_parsed(part)
                    done += len(part)
                    yield MailParsed(done)
    store.regroup()
