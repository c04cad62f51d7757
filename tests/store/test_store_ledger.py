"""The ledger as an attacker would treat it: a connection of one's own, triggers dropped."""

import json
import sqlite3

import pytest

from mailmind.core.ledger import seal
from mailmind.core.review import text_hash
from mailmind.core.values import State
from mailmind.ports import Approval, Decision, LedgerReport
from mailmind.testing import DAY


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite"


@pytest.fixture
def busy(file_store, eml, take_in, save, fact, draft, call):
    """A store with an entry of every kind: 1 mail, 2 run, 3 reply, 4 facts, 5 draft, 6 end, 7 decision."""
    (one,) = take_in(file_store, eml(1), eml(2, to=1))
    run = save(file_store, one, fact(), draft=draft(one), calls=(call(reply='{"facts": []}'),))
    file_store.finish_run(run, at=DAY, summary={"seen": 1})
    from dataclasses import replace

    confirmed = replace(fact(), state=State.CONFIRMED)
    file_store.decide(Decision("f_1", "confirm", None, DAY, "robin"), checked=confirmed)
    return file_store


@pytest.fixture
def attack(path):
    """Run statements on the file with all triggers gone."""

    def run(*statements):
        other = sqlite3.connect(path)
        triggers = other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            other.execute(f"DROP TRIGGER {name}")
        for statement, *values in statements:
            other.execute(statement, values)
        other.commit()
        other.close()

    return run


def kinds(store):
    with store._db.read() as db:
        return [row["kind"] for row in db.execute("SELECT kind FROM ledger ORDER BY n")]


def test_every_kind_of_entry_is_there_and_whole(busy):
    assert kinds(busy) == ["mail", "run.start", "reply", "facts", "draft", "run.end", "decision"]
    report = busy.verify_ledger()
    assert (report.entries, report.broken_at, report.reason) == (7, None, "")
    with busy._db.read() as db:
        assert report.head == db.execute("SELECT hash FROM ledger WHERE n = 7").fetchone()["hash"]


def test_an_empty_ledger_is_whole(file_store):
    assert file_store.verify_ledger() == LedgerReport(0, None, "", "0" * 64)


def test_what_entries_hold(busy, eml):
    import hashlib

    with busy._db.read() as db:
        payloads = [
            json.loads(r["payload"]) for r in db.execute("SELECT payload FROM ledger ORDER BY n")
        ]
    hashes = [hashlib.sha256(raw).hexdigest() for raw in (eml(1), eml(2, to=1))]
    assert payloads[0] == {
        "account": "local",
        "folder": "import",
        "new": [[1, hashes[0]], [2, hashes[1]]],
    }
    assert payloads[2]["reply"] == '{"facts": []}'
    assert payloads[3]["facts"][0]["verdicts"][0]["evidence"]["sha256"] == "ab" * 32
    assert payloads[4]["text"] == "We refund $540."
    assert payloads[6]["fact_id"] == "f_1"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger SET payload = '{}' WHERE n = 2",
        "UPDATE ledger SET n = 99 WHERE n = 2",
        "DELETE FROM ledger WHERE n = 7",
        "DELETE FROM ledger",
        "INSERT OR REPLACE INTO ledger SELECT n, at, 'x', run, payload, content, prev, hash FROM ledger",
    ],
)
def test_the_ledger_refuses_every_change_even_from_another_program(busy, path, statement):
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(statement)
    other.close()
    assert busy.verify_ledger().entries == 7


@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize("column", ["at", "kind", "run", "payload", "content", "prev", "hash"])
def test_one_changed_byte_is_found(busy, attack, n, column):
    # Flips the last character, or makes one where there is none.
    change = (
        f"substr({column}, 1, length({column}) - 1) || iif(substr({column}, -1) = 'a', 'b', 'a')"
    )
    attack((f"UPDATE ledger SET {column} = {change} WHERE n = ?", n))
    report = busy.verify_ledger()
    assert report.broken_at == n
    assert report.reason


@pytest.mark.parametrize("n", range(1, 8))
def test_a_removed_entry_is_found(busy, attack, n):
    attack(("DELETE FROM ledger WHERE n = ?", n))
    assert busy.verify_ledger().broken_at is not None


def test_a_cut_off_end_is_found(busy, attack):
    attack(("DELETE FROM decisions",), ("DELETE FROM ledger WHERE n > 5",))
    report = busy.verify_ledger()
    assert (report.broken_at, report.reason) == (6, "it once held 7 entries: the end was cut off")


def test_a_chain_forged_from_the_changed_entry_on_has_another_head(busy, attack):
    head = busy.verify_ledger().head
    with busy._db.read() as db:
        rows = [dict(r) for r in db.execute("SELECT * FROM ledger ORDER BY n")]
    forged, after = [], (1, rows[0]["hash"])
    for row in rows[1:]:
        payload = json.loads(row["payload"]) | ({"reply": "nothing"} if row["n"] == 3 else {})
        entry = seal(payload, at=row["at"], kind=row["kind"], run=row["run"], after=after)
        forged.append((entry.payload, entry.content, entry.prev, entry.hash, entry.n))
        after = (entry.n, entry.hash)
    query = "UPDATE ledger SET payload = ?, content = ?, prev = ?, hash = ? WHERE n = ?"
    attack(*((query, *values) for values in forged))
    report = busy.verify_ledger()
    assert report.broken_at is None
    assert report.head != head


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "UPDATE contents SET raw = substr(raw, 1, length(raw) - 1) || x'21' WHERE key = 2",
            "the bytes of mail 2 are not those that came",
        ),
        (
            "UPDATE contents SET sha256 = 'ab' WHERE key = 1",
            "the bytes of mail 1 are not those that came",
        ),
        ("DELETE FROM contents WHERE key = 2", "the bytes of mail 2 are gone"),
        (
            "UPDATE decisions SET kind = 'value', value = '900 USD'",
            "the decision about fact f_1 is not the one that was made",
        ),
        (
            "UPDATE decisions SET seen = '[\"latest.superseded\"]'",
            "the decision about fact f_1 is not the one that was made",
        ),
        ("DELETE FROM decisions", "the decision about fact f_1 is gone"),
        (
            (
                "INSERT INTO decisions (fact_id, kind, at, who, seen, entry)"
                " VALUES ('f_2', 'x', '', '', '[]', 1)"
            ),
            "2 decisions are stored, 1 of them are in the ledger",
        ),
        (
            "UPDATE facts SET checked = 'verified'",
            "the facts of thread {thread} are not those that were recorded",
        ),
        (
            "UPDATE facts SET value = '541 USD'",
            "the facts of thread {thread} are not those that were recorded",
        ),
        (
            "UPDATE verdicts SET outcome = 'pass' WHERE code = 'value.ambiguous'",
            "the facts of thread {thread} are not those that were recorded",
        ),
        ("DELETE FROM verdicts", "the facts of thread {thread} are not those that were recorded"),
        ("DELETE FROM facts", "the facts of thread {thread} are not those that were recorded"),
        (
            "UPDATE facts SET checked = 'fine'",
            "fact f_1 cannot be read back: 'fine' is not a valid State",
        ),
        (
            "UPDATE facts SET state = 'verified'",
            "the state of fact f_1 is not what checks and decisions made it",
        ),
        (
            "UPDATE drafts SET allow = 1",
            "the draft of thread {thread} is not the one that the gate allowed",
        ),
        (
            "INSERT INTO contents (sha256, size, raw) VALUES ('ab', 1, x'21')",
            "3 mails are stored, 2 of them are in the ledger",
        ),
    ],
)
def test_what_the_ledger_vouches_for_is_proved_too(busy, attack, statement, reason):
    (thread,) = busy.thread_ids()
    attack((statement,))
    report = busy.verify_ledger()
    assert report.reason == reason.format(thread=thread)
    assert report.broken_at is not None


@pytest.mark.parametrize(
    "statement", ["UPDATE drafts SET text = 'We refund $900.'", "DELETE FROM draft_claims"]
)
def test_a_draft_that_may_leave_must_be_the_one_that_was_allowed(busy, attack, draft, statement):
    (thread,) = busy.thread_ids()
    busy.save_draft(draft(thread), at=DAY)
    assert busy.verify_ledger().broken_at is None
    attack((statement,))
    assert (
        busy.verify_ledger().reason
        == f"the draft of thread {thread} is not the one that the gate allowed"
    )


@pytest.fixture
def spoken(busy, draft):
    """The busy store, with a word for a marked claim of its draft (entry 8), then discarded (9)."""
    (thread,) = busy.thread_ids()
    said = Approval(thread, "soon", text_hash("We refund $540."), DAY, "robin")
    busy.approve(said)
    busy.discard(thread, at=DAY, who="robin")
    return busy


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DELETE FROM approvals", "the approval of the draft of thread {thread} is gone"),
        (
            "UPDATE approvals SET claim = '$900'",
            "the approval of the draft of thread {thread} is not the one that was given",
        ),
        (
            "UPDATE approvals SET text_sha256 = 'ab'",
            "the approval of the draft of thread {thread} is not the one that was given",
        ),
        (
            "INSERT INTO approvals SELECT 7, thread_id, 'ab', claim, at, who, 1 FROM approvals",
            "2 approvals are stored, 1 of them are in the ledger",
        ),
        ("DELETE FROM discards", "the discard of the draft of thread {thread} is gone"),
        (
            "UPDATE discards SET who = 'sam'",
            "the discard of the draft of thread {thread} is not the one that was given",
        ),
        (
            "DELETE FROM discarded_mail WHERE key = 2",
            "the discard of the draft of thread {thread} is not the one that was given",
        ),
        (
            "INSERT INTO discards SELECT 7, thread_id, 'ab', at, who, 1 FROM discards",
            "2 discards are stored, 1 of them are in the ledger",
        ),
        (
            "UPDATE drafts SET allow = 1, status = 'allowed'",
            "the draft of thread {thread} is not the one that the gate allowed",
        ),
    ],
)
def test_words_about_drafts_are_proved_too(spoken, attack, statement, reason):
    (thread,) = spoken.thread_ids()
    assert spoken.verify_ledger().broken_at is None
    attack((statement,))
    report = spoken.verify_ledger()
    assert report.reason == reason.format(thread=thread)
    assert report.broken_at is not None


def test_facts_of_a_thread_that_was_swallowed_are_not_missed(file_store, eml, take_in, save, fact):
    take_in(file_store, eml(1))
    newest, _ = take_in(file_store, eml(3, to=2, day=18))
    save(file_store, newest, fact())
    take_in(file_store, eml(2, to=1))
    assert file_store.verify_ledger().broken_at is None


def test_a_doubled_decision_of_one_entry_is_found(busy, attack):
    columns = "kind, at, who, seen, entry"
    attack((f"INSERT INTO decisions (fact_id, {columns}) SELECT 'f_2', {columns} FROM decisions",))
    assert busy.verify_ledger().broken_at is not None


def test_append_answers_numbers_and_binds_to_the_entry_before(store):
    first = store.append("tool", {"sent": "x"}, at=DAY, run_id="run_1")
    second = store.append("tool", {"sent": "y"}, at=DAY)
    assert (first, second) == (1, 2)
    with store._db.read() as db:
        rows = db.execute("SELECT * FROM ledger ORDER BY n").fetchall()
    assert rows[1]["prev"] == rows[0]["hash"]
    assert (rows[0]["run"], rows[0]["payload"]) == ("run_1", '{"sent":"x"}')


def test_a_payload_that_json_cannot_say_is_refused_and_leaves_the_chain_whole(store):
    with pytest.raises(TypeError):
        store.append("tool", {"x": object()}, at=DAY)
    assert store.append("tool", {}, at=DAY) == 1
    assert store.verify_ledger().broken_at is None
