import sqlite3
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone

import pytest

from mailmind.core.parse import parse
from mailmind.core.values import (
    Address,
    FactType,
    Layer,
    LayerSpan,
    MarkupFact,
    Message,
    Trait,
)
from mailmind.ports import RawMail, StoredMail

CET = timezone(timedelta(hours=1))

FULL = Message(
    message_id="msg_1",
    sender=Address("Ann", "ann@acme.example"),
    to=(Address("", "robin@vale.example"),),
    cc=(Address("B", ""),),
    reply_to=(Address("R", "r@acme.example"),),
    date=datetime(2026, 11, 16, 10, 2, tzinfo=CET),
    subject="Ihre Erstattung über 540 €",
    body="line\n> old\n-- \nAnn \U0001f600 \0 end",
    layers=(
        LayerSpan(
            Layer.QUOTED,
            5,
            11,
            Address("O", "o@x.example"),
            datetime(2026, 11, 1, 8, 0, tzinfo=CET),
        ),
        LayerSpan(Layer.SIGNATURE, 11, 20),
    ),
    alternative="other",
    alternative_layers=(LayerSpan(Layer.OWN, 0, 5),),
    header_id="a1@acme.example",
    in_reply_to=("a0@acme.example",),
    references=("a00@acme.example", "a0@acme.example"),
    sha256="ab" * 32,
    lang="de",
    traits=(Trait("bulk", "Precedence: bulk"),),
    markup=(
        MarkupFact(
            FactType.ID, "order", "4711", "json-ld:0.orderNumber", "markup:json-ld", '"4711"'
        ),
    ),
    markup_source='{"orderNumber": "4711"}',
    attachments=("a.pdf",),
    trouble=("charset declared x, used utf-8",),
)


def raws(*bodies):
    return [RawMail(body, f"mail/{n}.eml") for n, body in enumerate(bodies, start=1)]


def test_bytes_come_back_as_they_came(store, received):
    raw = bytes(range(256)) + b"\0\xff" * 3
    batch = [RawMail(raw, "mail/1.eml", received, ("\\Seen",))]
    assert store.add_mail(batch, account="local", folder="import") == 1
    assert store.unparsed() == [StoredMail(1, raw, received)]


def test_identical_bytes_in_one_folder_are_one_mail(store):
    assert store.add_mail(raws(b"one", b"two", b"one"), account="local", folder="import") == 2
    assert store.add_mail(raws(b"two", b"three"), account="local", folder="import") == 1
    assert [mail.raw for mail in store.unparsed()] == [b"one", b"two", b"three"]


def test_identical_bytes_in_two_folders_are_stored_once(store):
    store.add_mail(raws(b"one"), account="local", folder="a")
    assert store.add_mail(raws(b"one"), account="local", folder="b") == 1
    assert len(store.unparsed()) == 1
    assert store.totals()["messages"] == 1


def test_five_mails_with_one_message_id_are_five_messages_of_one_thread(store, eml, take_in):
    mails = [eml(n, mid="same@acme.example", body=f"number {n}") for n in range(1, 6)]
    (thread_id,) = take_in(store, *mails)
    bodies = [m.body.strip() for m in store.thread(thread_id).messages]
    assert bodies == ["number 1", "number 2", "number 3", "number 4", "number 5"]


def test_the_same_import_again_writes_nothing(store, eml, take_in):
    mails = [eml(1), eml(2, to=1), eml(3)]
    take_in(store, *mails)
    before = store.total_changes
    take_in(store, *mails)
    assert store.total_changes == before


def test_unparsed_is_what_no_parse_has_seen_oldest_first(store):
    store.add_mail(raws(b"one", b"two", b"three"), account="local", folder="import")
    store.save_parsed([(2, Message("x"))])
    assert [mail.key for mail in store.unparsed()] == [1, 3]
    assert [mail.key for mail in store.unparsed(limit=1)] == [1]


def test_unparsed_holds_only_as_much_as_memory_should(store):
    big = 20 * 1024 * 1024
    store.add_mail(raws(b"a" * big, b"b" * big, b"c"), account="local", folder="import")
    assert [mail.key for mail in store.unparsed()] == [1]
    store.save_parsed([(1, Message("x"))])
    assert [mail.key for mail in store.unparsed()] == [2, 3]


def test_every_field_of_a_message_comes_back(store):
    untouched = [f.name for f in fields(Message) if getattr(FULL, f.name) in ("", (), None)]
    assert untouched == []
    store.add_mail(raws(b"x"), account="local", folder="import")
    store.save_parsed([(1, FULL)])
    store.regroup()
    (thread_id,) = store.thread_ids()
    thread = store.thread(thread_id)
    assert thread.messages == (FULL,)
    assert (thread.id, thread.subject, thread.workflow) == (thread_id, FULL.subject, "general")


def test_a_message_is_named_by_its_key_whatever_the_parser_called_it(store):
    store.add_mail(raws(b"x", b"y"), account="local", folder="import")
    store.save_parsed([(2, Message("sha256:abc", body="b"))])
    store.regroup()
    (thread_id,) = store.thread_ids()
    assert store.thread(thread_id).messages[0].message_id == "msg_2"


def test_lone_surrogates_are_replaced_one_for_one_and_noted(store):
    message = Message(
        "x",
        subject="a\ud83d",
        body="b\udc00c",
        layers=(LayerSpan(Layer.OWN, 0, 3),),
        sender=Address("\udfff", "e@x.example"),
    )
    store.add_mail(raws(b"x"), account="local", folder="import")
    store.save_parsed([(1, message)])
    store.regroup()
    (thread_id,) = store.thread_ids()
    kept = store.thread(thread_id).messages[0]
    assert (kept.subject, kept.body, kept.sender.name) == ("a\ufffd", "b\ufffdc", "\ufffd")
    assert kept.layers == message.layers
    note = "characters that are none (lone surrogates) replaced in: body, sender, subject"
    assert kept.trouble == (note,)
    assert [t.reason for t in store.trouble()] == [note]


def test_a_second_parse_replaces_the_first(store):
    store.add_mail(raws(b"x"), account="local", folder="import")
    store.save_parsed([(1, Message("x", subject="old", body="apple"))])
    store.regroup()
    store.save_parsed([(1, Message("x", subject="new", body="pear"))])
    store.regroup()
    (row,) = store.thread_rows()
    assert row.subject == "new"
    assert [hit.subject for hit in store.search("pear")] == ["new"]
    assert store.search("apple") == []


def test_trouble_names_the_file_and_every_oddity(store):
    store.add_mail(raws(b"x", b"y"), account="local", folder="import")
    parsed = [(1, Message("x")), (2, Message("y", trouble=("Date implausible", "no Message-ID")))]
    store.save_parsed(parsed)
    assert [(t.path, t.reason) for t in store.trouble()] == [
        ("mail/2.eml", "Date implausible; no Message-ID")
    ]


def test_a_path_that_is_no_utf8_is_kept_readably(store):
    store.add_mail([RawMail(b"x", "mail/\udce9.eml")], account="local", folder="a\udce9")
    store.save_parsed([(1, Message("x", trouble=("odd",)))])
    assert store.trouble()[0].path == "mail/\ufffd.eml"


def test_contents_can_be_neither_changed_nor_deleted(file_store, tmp_path):
    file_store.add_mail(raws(b"one"), account="local", folder="import")
    other = sqlite3.connect(tmp_path / "store.sqlite")
    for statement in ("UPDATE contents SET raw = x'00'", "DELETE FROM contents"):
        with pytest.raises(sqlite3.IntegrityError, match="kept as they came"):
            other.execute(statement)
    other.close()


def test_a_mail_without_any_header_is_kept_and_usable(store):
    store.add_mail(raws(b""), account="local", folder="import")
    (mail,) = store.unparsed()
    store.save_parsed([(mail.key, parse(mail.raw))])
    assert store.regroup() == 1
    (row,) = store.thread_rows()
    assert (row.messages, row.date) == (1, None)


def test_the_time_of_arrival_stands_in_for_a_missing_date(store, received):
    late = RawMail(b"late", "l", received + timedelta(days=1))
    store.add_mail([late, RawMail(b"early", "e", received)], account="local", folder="import")
    store.save_parsed([(1, Message("x", subject="late")), (2, Message("y", subject="early"))])
    store.regroup()
    assert [row.subject for row in store.thread_rows()] == ["late", "early"]


def test_totals_count_each_kind(store, eml, take_in):
    take_in(store, eml(1), eml(2, to=1), eml(3))
    store.add_mail(raws(b"waits"), account="local", folder="import")
    totals = store.totals()
    assert (totals["messages"], totals["unparsed"], totals["threads"]) == (4, 1, 2)
    assert (totals["facts"], totals["facts.held"], totals["drafts"]) == (0, 0, 0)


def test_moments_without_a_zone_are_refused(store):
    with pytest.raises(ValueError, match="without a zone"):
        store.start_run(at=datetime(2026, 11, 30), config_hash="c", prompt_hash="p")  # noqa: DTZ001
    assert (
        store.start_run(at=datetime(2026, 11, 30, tzinfo=UTC), config_hash="c", prompt_hash="p")
        == "run_1"
    )
