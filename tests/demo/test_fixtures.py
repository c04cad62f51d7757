"""The demo's mails and recorded replies agree with each other, and with what is said of them."""

import json
import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from mailmind.core.envelope import cross_reply, envelope

WRONG_ON_PURPOSE = {
    ("04-invoice", "f1"),  # the quote stands in another mail
    ("05-heating", "f2"),  # the quote stands nowhere
    ("11-orders", "f1"),  # the quote stands nowhere
    ("15-gone", "f1"),  # the mail is gone
    ("16-confidence", "f1"),  # the quote is altered
}


def words(text):
    return " ".join(text.split())


def shown(mail):
    part = mail.get_body(("plain", "html"))
    text = part.get_content()
    if part.get_content_subtype() == "html":
        text = re.sub(r"<[^>]+>", " ", text).replace("&pound;", "£")
    return words(text)


def replies(recording, task):
    return [r["reply"] for r in recording["replies"] if r["task"] == task]


def test_there_are_enough_threads_and_mails(oracle, mails):
    assert len(oracle["threads"]) == 19
    assert len(mails) == 28
    assert sum(len(t["messages"]) > 1 for t in oracle["threads"]) >= 7


def test_every_thread_has_mails_and_a_recording_and_a_line_of_the_oracle(oracle, mails, recordings):
    assert {t["slug"] for t in oracle["threads"]} == set(recordings)
    named = [m for t in oracle["threads"] for m in t["messages"]]
    assert sorted(named) == sorted(mails)
    for thread in oracle["threads"]:
        assert recordings[thread["slug"]]["messages"] == thread["messages"]
        dates = [parsedate_to_datetime(mails[m]["Date"]) for m in thread["messages"]]
        assert dates == sorted(dates)
        assert dates[-1] < datetime.fromisoformat(oracle["now"])


def test_every_address_is_invented(mails):
    for mail in mails.values():
        found = re.findall(r"@([\w.-]+\w)", mail.as_string().replace("=\n", ""))
        outside = {
            d for d in found if not d.endswith(".example") and d not in ("click", "context", "type")
        }
        assert outside == set()


def test_every_recorded_reply_passes_the_schema(recordings):
    for recording in recordings.values():
        for entry in recording["replies"]:
            text = json.dumps(entry["reply"])
            if entry["task"] == "cross":
                assert len(cross_reply(text).readings) == len(entry["reply"]["readings"])
                continue
            answered = {"consistency": "extract"}.get(entry["task"], entry["task"])
            assert envelope(text).task == answered


def test_a_quote_stands_in_its_mail_unless_it_is_wrong_on_purpose(mails, recordings):
    for slug, recording in recordings.items():
        texts = [shown(mails[m]) for m in recording["messages"]]
        for fact in replies(recording, "extract")[0]["facts"]:
            number = int(fact["message_id"].removeprefix("m")) - 1
            stands = number < len(texts) and words(fact["quote"]) in texts[number]
            assert stands != ((slug, fact["fact_id"]) in WRONG_ON_PURPOSE), (slug, fact["quote"])


def test_answers_are_about_facts_that_were_extracted(recordings):
    for recording in recordings.values():
        known = {f["fact_id"] for f in replies(recording, "extract")[0]["facts"]}
        for reply in replies(recording, "ground"):
            assert {c["fact_id"] for c in reply["checks"]} <= known
        for reply in replies(recording, "cross"):
            assert {r["fact_id"] for r in reply["readings"]} <= known
        for reply in replies(recording, "draft"):
            assert {i for s in reply["reply"] for i in s["fact_ids"]} <= known


def test_the_oracle_speaks_of_every_extracted_fact(oracle, recordings):
    for thread in oracle["threads"]:
        facts = replies(recordings[thread["slug"]], "extract")[0]["facts"]
        said = [(f["fact_id"], f["type"], f["value"]) for f in thread["facts"]]
        assert said == [(f["fact_id"], f["type"], f["value"]) for f in facts]
        tries = len(replies(recordings[thread["slug"]], "draft"))
        assert tries == (thread["draft"]["attempts"] if thread["draft"] else 0)


def test_the_readme_tells_each_thread(oracle, fixtures):
    readme = (fixtures / "README.md").read_text(encoding="utf-8")
    for thread in oracle["threads"]:
        assert thread["about"] in readme
        for fact in thread["facts"]:
            row = f"| {fact['fact_id']} | {fact['type']} {fact['value']} | {fact['state']} |"
            assert row in readme
