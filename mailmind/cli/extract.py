"""``mailmind extract``: facts with quotes out of messages, as JSON Lines.

Owned here: the output contract. A fact is printed with the exact place its quote stands in, found
by the citation check; where a quote stands nowhere the place is null, and ``verify`` says why.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from pydantic import BaseModel, ConfigDict

from mailmind import bootstrap
from mailmind.asking import ask
from mailmind.cli.jsonl import finish, run_lines
from mailmind.cli.messages import read_messages
from mailmind.core.checks.citation import citation
from mailmind.core.checks.context import CheckContext
from mailmind.core.normalize import find, read
from mailmind.core.offline import markup_facts
from mailmind.core.replies import Extracted
from mailmind.core.values import VALUE_KINDS, Fact, Layer, LayerSpan, Message, Thread, Value
from mailmind.errors import Exit, ModelError
from mailmind.ports import Ask, Model, Task


class Job(BaseModel):
    """One input line. Unknown fields are an error; types are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str | int | None = None
    messages: list[dict[str, Any]]


@click.command("extract")
@click.option(
    "--model",
    "which",
    type=click.Choice(["configured", "offline"]),
    default="configured",
    show_default=True,
    help="Who reads the mail: the provider of config.toml, or code alone.",
)
@click.pass_context
def command(ctx: click.Context, which: str) -> None:
    """Read JSON Lines with messages from standard input; print the facts found in each.

    A line: {"id": "t1", "messages": [{"path": "mail/refund.eml"}]}.
    """
    with _model(which, ctx.obj["config_path"]) as model:
        code = run_lines(lambda line: (_answer(line, model), Exit.DONE))
    finish(code)


@contextmanager
def _model(which: str, config_path: str | None) -> Iterator[Model]:
    if which == "offline":
        yield bootstrap.offline()
        return
    model = bootstrap.model(bootstrap.load_config(config_path))
    try:
        yield model
    finally:
        close = getattr(model, "close", None)  # code and recordings have nothing to close
        if close is not None:
            close()


def _answer(line: dict[str, Any], model: Model) -> dict[str, Any]:
    job = Job.model_validate(line)
    messages = read_messages(job.messages)
    thread = Thread(id=str(job.id), messages=messages, subject=_subject(messages))
    return {
        "id": job.id,
        "messages": [_message(message) for message in messages],
        "facts": [_fact(fact, thread) for fact in _facts(thread, model)],
    }


def _subject(messages: tuple[Message, ...]) -> str:
    return messages[0].subject if messages else ""


def _facts(thread: Thread, model: Model) -> tuple[Fact, ...]:
    asked = ask(model, Ask(Task.EXTRACT, thread))
    if not isinstance(asked.reply, Extracted):
        raise ModelError(f"no facts: {asked.problem}")
    for item in asked.reply.rejected:
        click.echo(f"mailmind: not a fact: {item}", err=True)
    for question in asked.reply.questions:
        click.echo(f"mailmind: open question: {question.question}", err=True)
    return asked.reply.facts + markup_facts(thread)


def _message(message: Message) -> dict[str, Any]:
    return {
        "message_id": message.message_id,
        "from": str(message.sender),
        "to": ", ".join(map(str, message.to)),
        "date": message.date.isoformat() if message.date else None,
        "subject": message.subject,
        "text": message.body,
        "layers": [_layer(span) for span in _all_layers(message)],
    }


def _all_layers(message: Message) -> list[LayerSpan]:
    """The layers of the whole body: what lies outside every span is the sender's own."""
    spans: list[LayerSpan] = []
    at = 0
    for span in message.layers:
        if at < span.start:
            spans.append(LayerSpan(Layer.OWN, at, span.start))
        spans.append(span)
        at = span.end
    if at < len(message.body):
        spans.append(LayerSpan(Layer.OWN, at, len(message.body)))
    return spans


def _layer(span: LayerSpan) -> dict[str, Any]:
    return {"layer": span.layer.value, "start": span.start, "end": span.end}


def _fact(fact: Fact, thread: Thread) -> dict[str, Any]:
    place = citation(fact, CheckContext(thread)).evidence
    value = _value(fact, thread)
    subkind = _subkind(fact, value)
    return {
        "id": fact.id,
        "type": fact.type.value,
        "subkind": subkind,
        "statement": fact.statement,
        "value": fact.value,
        "normalized": _normalized(value, subkind),
        "quote": fact.quote,
        "message_id": fact.message_id,
        "part": place.part if place else None,
        "layer": fact.layer.value,
        "start": place.start if place else None,
        "end": place.end if place else None,
        "sha256": place.sha256 if place else None,
        "confidence": fact.confidence,
        "source": fact.source,
    }


def _value(fact: Fact, thread: Thread) -> Value | None:
    """The fact's value as a typed value."""
    kinds = VALUE_KINDS.get(fact.type)
    if not kinds:
        return None
    message = thread.message(fact.message_id)
    reference, lang = (message.date, message.lang) if message else (None, None)
    values = read(fact.value, kinds, reference=reference, lang=lang)
    return values[0] if values else None


def _subkind(fact: Fact, value: Value | None) -> str | None:
    """What sort of ID it is: the words around it in its quote tell more than the ID alone."""
    if fact.subkind or value is None or value.kind != "id":
        return fact.subkind
    around = (v for v in find(fact.quote) if v.kind == "id" and v.reading == value.reading)
    return next((v.subkind for v in around), value.subkind)


def _normalized(value: Value | None, subkind: str | None) -> dict[str, Any] | None:
    if value is None:
        return None
    sort = {"subkind": subkind} if value.kind == "id" else {}
    ambiguous = [dict(reading) for reading in value.ambiguous]
    return {"kind": value.kind, **value.reading, **sort, "ambiguous": ambiguous}
