"""An invented inbox of any size, and a scripted model that reads it well, for the model benchmark.

The mix is that of an ordinary inbox, most of which machines write: 35 % newsletters and lists, 30 %
notifications, 15 % orders and refunds, 15 % personal mail that wants an answer (a third of it holds a
promise), 5 % appointments.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

from mailmind.core.normalize import find
from mailmind.core.sentences import sentence_around

ME = "Robin Vale <robin@vale.example>"
_MIX = ["news"] * 7 + ["note"] * 6 + ["order"] * 3 + ["personal"] * 2 + ["promise", "meeting"]
_FILLER = (
    "The garden is quiet at this time of the year, and we have used the weeks to repair the fence. "
    "Most of the beds are covered, the tools are cleaned, and the new shed keeps everything dry. "
)
_SUBJECTS = {
    "news": "What grows in winter, letter {n}",
    "note": "Your parcel is on its way ({n})",
    "order": "Your refund for order {n}-A",
    "personal": "The shelves, again ({n})",
    "promise": "The boards, again ({n})",
    "meeting": "Meeting about the plans ({n})",
}
_BODIES = {
    "news": "Dear readers,\n\n{filler}{filler}\nOur seeds cost {a} EUR a bag until 12 December 2026.\n",
    "note": "Hello,\n\nparcel 7{n}1 left our house today. It should arrive on 3 December 2026.\n\n{filler}",
    "order": "Hello Robin,\n\nwe have approved your refund of ${a}.00 for order {n}-A. "
    "The money is with you within 5 days.\n\n{filler}\n",
    "personal": "Hi Robin,\n\n{filler}\n\nThe boards came on 20 November 2026. "
    "Together they cost {a} EUR. Could you lend me your drill?\n\nBest, Ann\n",
    "promise": "Hi Robin,\n\n{filler}\n\nI will bring the boards on 5 December 2026. "
    "Together they cost {a} EUR. Does that suit you?\n\nBest, Ann\n",
    "meeting": "Hi Robin,\n\nthe meeting about the plans is on 9 December 2026 at 15:30. "
    "{filler}\n\nDoes that suit you?\n\nBest, Lee\n",
}


def inbox(threads: int, seed: int = 7) -> Iterator[bytes]:
    """The mails of so many threads, each as bytes; a third of the personal ones have two mails."""
    dice = random.Random(seed)
    start = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)
    for n in range(threads):
        kind = _MIX[n % len(_MIX)]
        at = start + timedelta(minutes=7 * n)
        first = _mail(kind, n, at, dice.randrange(20, 900))
        yield first.as_bytes()
        if kind == "personal" and n % 3 == 0:
            again = _mail(kind, n, at + timedelta(hours=3), dice.randrange(20, 900))
            again.replace_header("Message-ID", f"<{n}b@example.example>")
            again.replace_header("Subject", f"Re: {first['Subject']}")
            again["In-Reply-To"] = again["References"] = first["Message-ID"]
            yield again.as_bytes()


def _mail(kind: str, n: int, at: datetime, amount: int) -> EmailMessage:
    mail = EmailMessage()
    no_reply = kind in ("news", "note", "order")
    mail["From"] = f"Sender {n % 40} <{'no-reply' if no_reply else 'ann'}@s{n % 40}.example>"
    mail["To"] = ME
    mail["Date"] = at
    mail["Message-ID"] = f"<{n}a@example.example>"
    mail["Subject"] = _SUBJECTS[kind].format(n=4000 + n)
    if kind == "news":
        mail["List-Id"] = "<letter.example>"
        mail["Precedence"] = "bulk"
    mail.set_content(_BODIES[kind].format(filler=_FILLER * 6, a=amount, n=4000 + n))
    return mail


def reader(body: Mapping[str, Any]) -> str:
    """A model that answers every task truly, from the mails in the prompt."""
    content = body["messages"][0]["content"]
    mails = [json.loads(line) for block in content[:-1] for line in block["text"].split("\n")]
    task = content[-1]["text"]
    if task.startswith(("Questions", "Somebody")):
        return json.dumps({"readings": [_reading(q, mails) for q in _lines(task)]})
    name = task.partition("\n")[0].removeprefix("TASK=")
    lists: dict[str, list[Any]] = {"facts": [], "checks": [], "reply": [], "questions": []}
    if name == "extract":
        lists["facts"] = list(_facts(mails))
    elif name == "ground":
        lists["checks"] = [_check(line) for line in _lines(task)]
    else:
        lists["reply"] = [
            {"text": "Thank you for your message.", "kind": "courtesy", "fact_ids": []},
            {"text": "May I come back to you on this?", "kind": "question", "fact_ids": []},
        ]
    return json.dumps({"task": name} | lists)


def _lines(task: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in task.split("\n") if line.startswith("{")]


def _text(mail: Mapping[str, Any]) -> str:
    return str(mail.get("text") or "".join(part["text"] for part in mail["parts"]))


_TYPES = {
    "money": "amount", "date": "date", "datetime": "datetime", "duration": "duration", "id": "id",
}  # fmt: skip


def _facts(mails: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    number = 0
    for mail in mails:
        text = _text(mail)
        for value in find(text, reference=datetime.fromisoformat(mail["date"])):
            if value.kind in _TYPES:
                number += 1
                start, end = sentence_around(text, value.start, value.end)
                yield _fact(number, _TYPES[value.kind], value.text, text[start:end], mail)
        for promise in re.finditer(r"I will [^.]*\.", text):
            number += 1
            yield _fact(number, "commitment", "", promise.group(), mail)


def _fact(n: int, kind: str, value: str, quote: str, mail: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "fact_id": f"f{n}",
        "type": kind,
        "statement": quote,
        "subject": mail["subject"],
        "property": kind,
        "disproof": "a later mail that says otherwise",
        "value": value,
        "quote": quote,
        "message_id": mail["message_id"],
        "layer": "own",
        "confidence": 0.92,
        "modality": "stated",
    }


def _check(line: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "fact_id": line["fact_id"],
        "verdict": "supported",
        "quote": line["claim"],
        "message_id": line["said_in"],
        "missing": "",
    }


def _reading(asked: Mapping[str, Any], mails: list[dict[str, Any]]) -> dict[str, Any]:
    """The promise that is asked for, or the value that stands where the question has its blank."""
    promise = re.search(r"I will [^.]*\.", _text(mails[-1]))
    if "promise or assert" in asked["question"] and promise:
        said = {"value": promise.group(), "quote": promise.group()}
        found = {"fact_id": asked["fact_id"], "abstain": False} | said
        return found | {"message_id": mails[-1]["message_id"]}
    blanked = re.search(r"'(.*)'$", asked["question"], re.DOTALL)
    pattern = r"\s+".join(map(re.escape, blanked.group(1).split())) if blanked else "(?!)"
    pattern = pattern.replace(re.escape("[?]"), "(.+?)", 1).replace(re.escape("[?]"), ".+?")
    for mail in reversed(mails):
        found = re.search(pattern, _text(mail), re.DOTALL)
        if found:
            return {
                "fact_id": asked["fact_id"],
                "abstain": False,
                "value": found.group(1) if found.groups() else found.group(),
                "quote": found.group(),
                "message_id": mail["message_id"],
            }
    empty = {"value": "", "quote": "", "message_id": ""}
    return {"fact_id": asked["fact_id"], "abstain": True} | empty
