"""``mailmind normalize``: typed values in texts, as JSON Lines.

Owned here: the output contract. Field names, their order and the offsets are what other programs read.
"""

from datetime import datetime
from typing import Any

import click
from pydantic import BaseModel, ConfigDict

from mailmind.cli.jsonl import finish, run_lines
from mailmind.core.normalize import find
from mailmind.core.values import Value
from mailmind.errors import Exit


class Job(BaseModel):
    """One input line. Unknown fields are an error; types are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str | int | None = None
    text: str
    reference: str | None = None
    lang: str | None = None
    region: str | None = None


def as_json(value: Value) -> dict[str, Any]:
    """A value as the contract prints it: the kind's own fields at the top, other readings apart."""
    answer: dict[str, Any] = {
        "kind": value.kind,
        "text": value.text,
        "start": value.start,
        "end": value.end,
    }
    answer |= dict(value.reading)
    if value.kind == "id":
        answer["subkind"] = value.subkind
    answer["ambiguous"] = [dict(reading) for reading in value.ambiguous]
    if value.mark is not None:
        answer["mark"] = value.mark
    if value.why:
        answer["why"] = value.why
    return answer


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"reference: {text!r} is no ISO 8601 date and time") from error


def _answer(line: dict[str, Any]) -> tuple[dict[str, Any], Exit]:
    job = Job.model_validate(line)
    values = find(
        job.text, reference=_moment(job.reference), lang=job.lang or None, region=job.region or None
    )
    return {"id": job.id, "values": [as_json(v) for v in values]}, Exit.DONE


@click.command("normalize")
def command() -> None:
    """Read JSON Lines with texts from standard input; print the typed values that each contains.

    A line: {"id": "a1", "text": "…", "reference": "2026-11-16T10:02:00+01:00", "lang": "en", "region": null}.
    """
    finish(run_lines(_answer))
