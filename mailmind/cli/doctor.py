"""``mailmind doctor``: what the configured model server really does."""

import os
from dataclasses import asdict

import click

from mailmind import bootstrap
from mailmind.bootstrap.models import doctor_file, provider
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.core.modelconfig import ModelConfig
from mailmind.core.startschema import start_schema
from mailmind.core.text import safe
from mailmind.errors import Exit


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option("--schema", is_flag=True, help="Print the schema to start a local server with.")
@click.pass_context
def command(ctx: click.Context, *, as_json: bool, schema: bool) -> None:
    """Find out what the model server does with schemas and tools, by a few harmless questions.

    No mail is sent. What is found is remembered, and runs with level = "auto" go by it.

    A server on this machine that heeds no schema in a request may heed one that it is started with: save
    what --schema prints, and name the file to llama-server with --json-schema-file.
    """
    if schema:
        click.echo(dumps(start_schema()))
        finish(Exit.DONE)
    whole = bootstrap.load_config(ctx.obj["config_path"])
    config = whole.settings.model
    chosen = provider(whole)
    if chosen != "anthropic":
        click.echo(f"the provider is {chosen}: there is no server to examine")
        finish(Exit.DONE)
    models = [config.name] + ([config.verifier] if config.verifier else [])
    answers = [_examine(config, name) for name in dict.fromkeys(models)]
    if as_json:
        click.echo(dumps({"models": answers}))
    else:
        for answer in answers:
            _tell(answer)
    finish(Exit.DONE)


def _examine(config: ModelConfig, name: str) -> dict[str, object]:
    from mailmind.adapters.claude.client import open_client, place_of
    from mailmind.adapters.claude.doctor import diagnose, remember

    base_url = config.base_url or os.environ.get("ANTHROPIC_BASE_URL", "")
    client = open_client(config)
    try:
        diagnosis = diagnose(client, name)
    finally:
        client.close()
    remember(diagnosis, base_url, doctor_file())
    place = config.place or (place_of(base_url) if base_url else "CLOUD")
    return {"server": base_url or "the API", "place": place} | asdict(diagnosis)


def _tell(answer: dict[str, object]) -> None:
    click.echo(safe(f"{answer['model']} at {answer['server']} ({answer['place']})"))
    findings = answer["findings"]
    assert isinstance(findings, (list, tuple))  # noqa: S101
    for finding in findings:
        reason = f": {finding['reason']}" if finding["reason"] else ""
        click.echo(safe(f"  {finding['what']:30} {finding['result']}{reason}"))
    click.echo(f"  it is asked at level {answer['level']}")
    if not answer["held"] and answer["place"] == "LOCAL":
        click.echo(
            "  nothing holds it to the schema; start it with that of `mailmind doctor --schema`"
        )
    click.echo()
