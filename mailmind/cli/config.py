"""``mailmind config``: which settings are in force, and where they come from."""

import click

from mailmind import bootstrap


@click.command("config")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Check the configuration and show which files it comes from.

    The shipped config.toml documents every setting. Put what you want to change into your own file;
    everything else keeps its default.
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    click.echo(f"defaults      {config.defaults_path}")
    click.echo(
        f"your settings {config.user_path or 'none'}  (would be read from {bootstrap.user_config_path()})"
    )
    click.echo(f"store         {bootstrap.store_path(config)}")
    click.echo(f"accounts      {', '.join(config.settings.accounts) or 'none'}")
    click.echo(f"model         {bootstrap.describe_model(config)}")
