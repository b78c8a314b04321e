"""The command line. Each command's module is imported only when the command is called, so that help is fast."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from companion.cli.read.job_count import usual_jobs
from companion.cli.terminal.help import click_in, for_all_commands, in_language, language_asked
from companion.cli.terminal.interrupts import hold_interrupts, release_interrupts
from companion.language import N_, translator
from companion.memory import keep_until_exit, limit_reader_arenas

_COMMANDS = {
    "read": ("companion.cli.read.command", N_("Read the board in each photo.")),
    "score": ("companion.cli.boards", N_("Count the score of each document or photo.")),
    "check": ("companion.cli.boards", N_("Say what the rules forbid in each document or photo.")),
    "judge": ("companion.cli.boards", N_("Say what happened between two documents.")),
    "moves": ("companion.cli.boards", N_("Show where a player may settle now.")),
    "place": ("companion.cli.boards", N_("Show where a tile may be laid.")),
    "hint": ("companion.cli.boards", N_("Suggest where a player should settle.")),
    "watch": ("companion.cli.watch", N_("Follow a table through a camera and say what happens.")),
    "bench": ("companion.cli.bench", N_("Measure how fast photos are read and a table is followed.")),
    "worker": ("companion.cli.worker", N_("Read photos for hosted pages, which hand them on through Redis.")),
    "serve": ("companion.cli.serve", N_("Open the page, with or without a camera.")),
    "calibrate": (
        "companion.cli.calibrate.group",
        N_("Teach longhouse your camera, your pieces and your copy of the game."),
    ),
}


_WITHOUT_NETWORKS = ("-h", "--help", "--jobs", "--results", "--game")
"""Options of ``read`` with which this process does not need the networks of Fjords."""
_ENDED_BY_INTERRUPTS = ("watch", "serve", "worker")
"""Commands that run until Ctrl+C is pressed, which is no failure of theirs."""


class LazyGroup(click.Group):
    """A group that lists its commands and their one-line help without importing them."""

    def __init__(
        self, name: str | None = None, commands: Mapping[str, tuple[str, str]] | None = None, **more: Any
    ) -> None:
        """Set the commands.

        Args:
            name: name of the group.
            commands: by name, the module that defines the command under the same name, and the help.
            more: further options of `click.Group`.
        """
        super().__init__(name, **more)
        self._lazy = dict(commands or {})
        self._lang = "en"

    def in_language(self, lang: str) -> LazyGroup:
        """Return a copy of this group that has its own help and that of its commands in a language."""
        spoken = in_language(self, lang)
        spoken._lang = lang
        return spoken

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in their order."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in self._lazy:
            return None
        own = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = getattr(import_module(self._lazy[cmd_name][0]), own)
        if isinstance(command, LazyGroup):
            return command.in_language(self._lang)
        return in_language(command, self._lang)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' help."""
        say = translator(self._lang)
        with formatter.section(say(N_("Commands"))):
            formatter.write_dl([(name, say(line)) for name, (_, line) in self._lazy.items()])


class _Longhouse(LazyGroup):
    """The command, which begins to load the networks before it imports what else reading a photo needs.

    If it is stopped, or a disk is full, it ends with a sentence that says so.
    """

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run the command line in the language that it asks for, or else the environment."""
        lang = language_asked(sys.argv[1:] if args is None else args, os.environ)
        with click_in(lang):
            return click.Group.main(self.in_language(lang), args, *more, **options)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the options before a command's name, which may print the help."""
        with _ending_in_a_sentence(self._lang):
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _ending_in_a_sentence(self._lang, lambda: ctx.invoked_subcommand in _ENDED_BY_INTERRUPTS):
            try:
                return super().invoke(ctx)
            finally:
                release_interrupts()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the arguments; for ``read`` the networks are the context's object from then on."""
        # Set before the command is imported, which takes a second in which Ctrl+C may be pressed.
        ctx.invoked_subcommand = next(iter(args), None)
        if ctx.invoked_subcommand in _ENDED_BY_INTERRUPTS:
            hold_interrupts()
        with _without_garbage_collection():
            return self._resolve(ctx, args)

    def _resolve(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[:1] == ["read"] and not any(arg.startswith(_WITHOUT_NETWORKS) for arg in args) and not _many(args):
            from vision.networks.models import load_networks  # only this command is worth the import

            limit_reader_arenas(2)  # a photo is read in two threads
            ctx.obj = keep_until_exit(load_networks())
        return super().resolve_command(ctx, args)


def _many(args: Sequence[str]) -> bool:
    """Return whether arguments name a folder, or so many photos that several processes read them."""
    return usual_jobs(len(args)) > 1 or any(map(os.path.isdir, args))


@contextmanager
def _ending_in_a_sentence(lang: str, is_ended_by_interrupts: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Within the context, end the command with a sentence if Ctrl+C stops it or a disk is full."""
    try:
        yield
    except (KeyboardInterrupt, OSError) as error:
        from companion.cli.terminal.ending import end_with_a_sentence  # slow to import, and seldom needed

        end_with_a_sentence(error, lang, is_ended_by_interrupts())
        raise


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Import modules without garbage collection, which would take a tenth of the time, then or later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=_Longhouse, commands=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="longhouse", message="%(prog)s %(version)s", help="Show the version and exit.")
@for_all_commands
def longhouse() -> None:
    """A companion for the board game Fjords: reads the table, warns of what the rules forbid, keeps the score."""
