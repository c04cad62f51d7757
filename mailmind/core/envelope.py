"""The schema gate: a model's reply passes it whole and unchanged, or it does not exist.

Owned here: strictness. One frozen envelope serves extraction, the consistency re-run, grounding and
drafting, because a second schema would write the thread into the prompt cache a second time; the
second reader of a cross-verification has a schema of its own. Nothing is coerced, no unknown field
is let through, no key may stand twice, and every refusal says where and what.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mailmind.core.values import FactType, Modality

_LAYERS = ("own", "quoted", "forwarded")
_VERDICTS = ("supported", "contradicted", "not_found")
_KINDS = ("assertion", "question", "courtesy", "commitment", "conjecture")


def _object(**fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def _enum(words: Iterable[str]) -> dict[str, Any]:
    return {"type": "string", "enum": [str(word) for word in words]}


_TEXT = {"type": "string"}

ENVELOPE_SCHEMA: dict[str, Any] = _object(
    task=_enum(("extract", "ground", "draft")),
    facts=_list(
        _object(
            fact_id=_TEXT,
            type=_enum(t.value for t in FactType),
            statement=_TEXT,
            subject=_TEXT,
            property=_TEXT,
            disproof=_TEXT,
            value=_TEXT,
            quote=_TEXT,
            message_id=_TEXT,
            layer=_enum(_LAYERS),
            confidence={"type": "number"},
            modality=_enum(m.value for m in Modality),
        )
    ),
    checks=_list(
        _object(
            fact_id=_TEXT,
            verdict=_enum(_VERDICTS),
            quote=_TEXT,
            message_id=_TEXT,
            missing=_TEXT,
        )
    ),
    reply=_list(_object(text=_TEXT, kind=_enum(_KINDS), fact_ids=_list(_TEXT))),
    questions=_list(_object(question=_TEXT, missing=_TEXT)),
)
"""Every field is required and flat, ``""`` and ``[]`` say "absent": small grammars compile."""

CROSS_SCHEMA: dict[str, Any] = _object(
    readings=_list(
        _object(
            fact_id=_TEXT,
            abstain={"type": "boolean"},
            value=_TEXT,
            quote=_TEXT,
            message_id=_TEXT,
        )
    ),
)
"""What the second reader fills in. Abstaining costs it one word."""


def digest(schema: Mapping[str, Any]) -> str:
    """The SHA-256 of a schema as it goes over the wire."""
    return hashlib.sha256(json.dumps(schema, separators=(",", ":")).encode()).hexdigest()


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class RawFact(_Strict):
    """A fact as the model wrote it."""

    fact_id: Annotated[str, Field(min_length=1)]
    type: FactType
    statement: str
    subject: str
    property: str
    disproof: str
    value: str
    quote: str
    message_id: str
    layer: Literal["own", "quoted", "forwarded"]
    confidence: Annotated[float, Field(ge=0, le=1)]
    modality: Modality


class RawCheck(_Strict):
    """A judgement of one fact as the model wrote it."""

    fact_id: Annotated[str, Field(min_length=1)]
    verdict: Literal["supported", "contradicted", "not_found"]
    quote: str
    message_id: str
    missing: str


class RawSentence(_Strict):
    """A sentence of a draft as the model wrote it."""

    text: Annotated[str, Field(min_length=1)]
    kind: Literal["assertion", "question", "courtesy", "commitment", "conjecture"]
    fact_ids: list[str]


class RawQuestion(_Strict):
    """Something that the thread does not answer."""

    question: Annotated[str, Field(min_length=1)]
    missing: str


class RawReading(_Strict):
    """What the second reader read, or that it could not."""

    fact_id: Annotated[str, Field(min_length=1)]
    abstain: bool
    value: str
    quote: str
    message_id: str


class Envelope(_Strict):
    """The reply to extract, consistency, ground and draft."""

    task: Literal["extract", "ground", "draft"]
    facts: list[RawFact]
    checks: list[RawCheck]
    reply: list[RawSentence]
    questions: list[RawQuestion]


class CrossReply(_Strict):
    """The reply of the second reader."""

    readings: list[RawReading]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a reply got wrong, and where."""

    path: str
    """Such as ``facts.2.type``; ``reply`` where it is the reply as a whole."""
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


class SchemaError(ValueError):
    """A reply that did not pass; ``problems`` says where and what."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(p) for p in self.problems))


def envelope(text: str) -> Envelope:
    """The reply as typed values.

    Raises:
        SchemaError: it is not exactly the envelope.
    """
    return _validate(Envelope, text)


def cross_reply(text: str) -> CrossReply:
    """The second reader's reply as typed values.

    Raises:
        SchemaError: it is not exactly the schema.
    """
    return _validate(CrossReply, text)


_Checked = TypeVar("_Checked", bound=BaseModel)


def _validate(model: type[_Checked], text: str) -> _Checked:
    try:
        checked = model.model_validate_json(text)
    except ValidationError as error:
        raise SchemaError(
            Problem(".".join(str(step) for step in item["loc"]) or "reply", item["msg"])
            for item in error.errors(include_url=False, include_context=False, include_input=False)
        ) from None
    json.loads(text, object_pairs_hook=_no_key_twice)
    return checked


def _no_key_twice(pairs: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        _refuse(twice[0])


def _refuse(key: str) -> NoReturn:
    raise SchemaError([Problem("reply", f"the key {key!r} stands twice in one object")])


_TRIES = 20
"""How many braces of a reply are tried as the start of its object."""


def unfence(text: str) -> str:
    """The one JSON object out of a reply that wraps it in a Markdown fence or in prose.

    Only what stands around the object is dropped; the object itself is not touched, and the gate
    still judges it. Where a reply holds no object, or several, it comes back as it was.
    """
    found: list[str] = []
    start = text.find("{")
    for _ in range(_TRIES):
        if start < 0:
            break
        end = _object_end(text, start)
        if end is not None:
            found.append(text[start:end])
        start = text.find("{", start + 1 if end is None else end)
    return found[0] if len(found) == 1 else text


def _object_end(text: str, start: int) -> int | None:
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except (json.JSONDecodeError, RecursionError):
        return None
