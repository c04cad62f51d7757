import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailmind.adapters.store.search import match
from mailmind.testing import memory_store

HOSTILE = [
    '"foo', 'foo"', '"', '""', "'", "AND", "OR NOT", "NEAR(a b)", "foo AND", "(", ")", "*", "^foo", "-foo",
    "foo:bar", "subject:", "{subject}: x", "+", "\\", "%", "_", ";", "--", "/* */", "foo\0bar", "\0",
    "\ud83d", "' OR 1=1 --", "foo*bar", "a" * 10_000, " ".join(["w"] * 2000), "🙂", "\u202e", "\n\t",
]  # fmt: skip


@pytest.fixture(scope="module")
def full():
    from mailmind.core.values import Address, Message
    from mailmind.ports import RawMail

    mails = [
        Message(
            "a",
            Address("Ann Frey", "ann@acme.example"),
            subject="Erstattung",
            body="Müller zahlt $540",
        ),
        Message(
            "b",
            Address("Bob", "bob@vale.example"),
            subject="Flight",
            body="moved to the gate " * 30,
        ),
        Message(
            "c", Address("Cid", "cid@vale.example"), subject="AND OR", body="foo bar, not bar foo"
        ),
    ]
    with memory_store() as store:
        batch = [RawMail(m.message_id.encode(), m.message_id) for m in mails]
        store.add_mail(batch, account="local", folder="import")
        store.save_parsed(list(enumerate(mails, start=1)))
        store.regroup()
        yield store


def found(store, query):
    return [hit.message_id for hit in store.search(query)]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("muller", ["msg_1"]),
        ("MÜLLER", ["msg_1"]),
        ("erstattung 540", ["msg_1"]),
        ("$540", ["msg_1"]),
        ("ann@acme.example", ["msg_1"]),
        ("vale.example", ["msg_3", "msg_2"]),
        ("fli", ["msg_2"]),
        ("fli gate", []),
        ("flight ga", ["msg_2"]),
        ("and or", ["msg_3"]),
        ('"foo bar"', ["msg_3"]),
        ('"not foo"', []),
        ("bar -foo", ["msg_3"]),
        ("nothing", []),
        ("", []),
        ("...", []),
    ],
)
def test_what_a_query_finds(full, query, ids):
    assert found(full, query) == ids


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_queries_never_raise(full, query):
    assert set(found(full, query)) <= {"msg_1", "msg_2", "msg_3"}


@given(st.text(alphabet=st.characters() | st.sampled_from('"*():^-+{}\0\\'), max_size=30))
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_query_is_a_search(full, query):
    assert set(found(full, query)) <= {"msg_1", "msg_2", "msg_3"}


def test_every_word_is_quoted_and_the_last_may_be_a_beginning():
    assert match("refund or") == '"refund" "or"*'
    assert match('the "exact words"') == '"the" "exact words"'
    assert match("- * ...") == ""


def test_a_hit_names_thread_message_and_place(full):
    (hit,) = full.search("gate")
    assert (hit.message_id, hit.subject, hit.sender) == (
        "msg_2",
        "Flight",
        "Bob <bob@vale.example>",
    )
    assert hit.thread_id in full.thread_ids()
    assert "gate" in hit.snippet
    assert len(hit.snippet) < 150


def test_the_limit_keeps_the_newest(store, eml, take_in):
    take_in(store, *(eml(n, day=n) for n in range(1, 6)))
    assert [hit.message_id for hit in store.search("refund", limit=2)] == ["msg_5", "msg_4"]
