import hashlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.ledger import GENESIS, Chain, canonical, seal, verify, walk

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
PAYLOADS = st.lists(st.dictionaries(st.text(max_size=6), JSON, max_size=4), min_size=1, max_size=6)


def chain_of(payloads):
    entries, after = [], (0, GENESIS)
    for number, payload in enumerate(payloads):
        entry = seal(
            payload, at=f"2026-11-30T09:00:0{number}+00:00", kind="k", run="r", after=after
        )
        entries.append(entry)
        after = (entry.n, entry.hash)
    return entries


def test_hash_of_an_entry_is_as_documented():
    entry = seal({"b": 1, "a": "é"}, at="2026-11-30T09:00:00+00:00", kind="mail", run="run_1")
    assert entry.payload == '{"a":"\\u00e9","b":1}'
    content = hashlib.sha256(b'{"a":"\\u00e9","b":1}').hexdigest()
    assert entry.content == content
    covered = f'[1,"2026-11-30T09:00:00+00:00","mail","run_1","{content}","{"0" * 64}"]'
    assert entry.hash == hashlib.sha256(covered.encode()).hexdigest()


def test_canonical_refuses_what_json_cannot_say():
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"x": float("nan")})
    with pytest.raises(TypeError):
        canonical({"x": b"bytes"})


def test_canonical_does_not_depend_on_the_order_of_keys():
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


def test_empty_ledger_is_whole():
    assert verify([]) == Chain(0, GENESIS)


@given(PAYLOADS)
@settings(max_examples=60, deadline=None)
def test_a_chain_as_sealed_is_whole(payloads):
    entries = chain_of(payloads)
    assert verify(entries) == Chain(len(entries), entries[-1].hash)


@given(PAYLOADS, st.data())
@settings(max_examples=100, deadline=None)
def test_one_changed_character_is_always_found(payloads, data):
    entries = chain_of(payloads)
    place = data.draw(st.integers(0, len(entries) - 1))
    name = data.draw(st.sampled_from(["at", "kind", "run", "payload", "content", "prev", "hash"]))
    text = getattr(entries[place], name)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
    entries[place] = replace(entries[place], **{name: changed})
    assert verify(entries).broken_at in {place + 1, place + 2}


@given(PAYLOADS.filter(lambda p: len(p) > 1), st.data())
@settings(max_examples=60, deadline=None)
def test_a_missing_doubled_or_moved_entry_is_always_found(payloads, data):
    entries = chain_of(payloads)
    place = data.draw(st.integers(0, len(entries) - 2))
    how = data.draw(st.sampled_from(["left out", "doubled", "moved"]))
    if how == "left out":
        broken = entries[:place] + entries[place + 1 :]
    elif how == "doubled":
        broken = [*entries[: place + 1], *entries[place:]]
    else:
        broken = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
    assert verify(broken).broken_at is not None


def test_an_entry_rewritten_with_a_fitting_hash_breaks_the_next():
    entries = chain_of([{"x": 1}, {"x": 2}, {"x": 3}])
    forged = seal({"x": 9}, at=entries[1].at, kind="k", run="r", after=(1, entries[0].hash))
    found = verify([entries[0], forged, entries[2]])
    assert (found.broken_at, found.reason) == (3, "it does not follow from the entry before it")
    assert found.head == forged.hash


def test_a_missing_entry_is_named():
    entries = chain_of([{"x": 1}, {"x": 2}, {"x": 3}])
    found = verify([entries[0], entries[2]])
    assert (found.broken_at, found.entries) == (3, 2)
    assert found.reason == "entry 2 is missing: entry 3 stands in its place"


def test_text_cannot_move_from_one_field_to_the_next():
    one = seal({}, at="2026", kind="ab", run="c")
    other = seal({}, at="2026", kind="a", run="bc")
    assert one.hash != other.hash


def test_walk_stops_after_the_first_fault():
    entries = chain_of([{"x": 1}, {"x": 2}, {"x": 3}])
    entries[1] = replace(entries[1], payload='{"x":7}')
    faults = [fault for _, fault in walk(entries)]
    assert faults == ["", "its payload is not what was recorded"]


def test_lone_surrogates_in_a_forged_file_only_yield_a_fault():
    entries = chain_of([{"x": 1}])
    assert verify([replace(entries[0], payload="\ud800")]).broken_at == 1
