"""The command line. Each command's module is imported when the command is called, so that help comes at once."""

from __future__ import annotations

from importlib import import_module

import click

_COMMANDS = {
    "read": ("companion.cli.photos", "Read the board in each photo."),
    "score": ("companion.cli.boards", "Count the score of each document or photo."),
    "check": ("companion.cli.boards", "Say what the rules forbid in each document or photo."),
    "judge": ("companion.cli.boards", "Say what happened between two documents."),
    "moves": ("companion.cli.boards", "Show where a player may settle now."),
    "place": ("companion.cli.boards", "Show where a tile may be laid."),
    "hint": ("companion.cli.boards", "Suggest where a player should settle."),
    "watch": ("companion.cli.watch", "Follow a table through a camera and say what happens."),
    "bench": ("companion.cli.bench", "Measure how fast photos are read and a table is followed."),
    "serve": ("companion.cli.serve", "Open the page, with or without a camera."),
}


class _LazyGroup(click.Group):
    """A group that knows its commands' names and one-line help without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(_COMMANDS[cmd_name][0]), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="longhouse")
def longhouse() -> None:
    """A companion for the board game Fjords: reads the table, warns of what the rules forbid, keeps the score."""
