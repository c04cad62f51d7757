"""The gate asked anew about a stored draft.

Owned here: question and answer are one step. No mail, decision or word can come between what the gate
read and what is stored of its answer.
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from mailmind.adapters.store import chain, drafts, outcomes, threads, words
from mailmind.adapters.store.columns import clean
from mailmind.core import review
from mailmind.ports import Draft, DraftCase


def judge(
    db: sqlite3.Connection,
    thread_id: str,
    answer: Callable[[DraftCase], Draft],
    *,
    at: datetime,
    who: str,
) -> Draft | None:
    """Store what ``answer`` makes of the thread's draft; None where there is no draft."""
    old, thread = drafts.draft(db, thread_id), threads.thread(db, thread_id)
    if old is None or thread is None:
        return None
    case = DraftCase(
        draft=old,
        thread=thread,
        facts=tuple(outcomes.facts(db, thread_id)),
        approvals=tuple(words.approvals(db, thread_id)),
        current=outcomes.current(db, thread_id),
    )
    new = answer(case)
    if new.text != old.text:
        said = {
            "thread_id": thread_id,
            "before": review.text_hash(old.text),
            "after": review.text_hash(clean(new.text)),
            "who": clean(who),
        }
        chain.append(db, "edit", said, at=at)
    drafts.save(db, new, at=at)
    return drafts.draft(db, thread_id)
