"""The command that reads photos for hosted pages."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import click

from companion.cli.answers import with_language
from companion.cli.options import option
from companion.cli.photo_readers import profile_in, using_profile
from companion.cli.terminal.ending import give_up
from companion.cli.terminal.interrupts import release_interrupts
from companion.cli.terminal.log import log_to_terminal
from companion.hosted.settings import NO_EXTRA, HostedSettings, settings_from
from companion.language import N_, translator
from companion.problems import Problem

_NO_QUEUE = N_("Name the address of Redis in LONGHOUSE_QUEUE, such as redis://localhost:6379/0.")
_WAITING = N_("The worker waits until Redis answers.")
_FOUND = N_("Redis answers; photos are read.")


@click.command()
@option(
    "--processes",
    metavar="NUMBER",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Read this number of photos at once, each in a process of its own, which takes up to 0.7 GB of memory.",
)
@using_profile
@with_language
def worker(processes: int, profile: Path | None, lang: str) -> None:
    """Read photos that hosted pages hand on, until it is stopped."""
    release_interrupts()
    log_to_terminal(lang)
    say = translator(lang)
    settings = _settings(lang)
    profile_in(profile, lang)
    try:
        from companion.hosted.reach import wait_for_redis
        from companion.hosted.worker import run_workers
    except ImportError:
        give_up(say(NO_EXTRA))
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())

    def tell(problem: Problem) -> None:
        click.echo(f"{problem.sentence(lang)} {say(_WAITING)}", err=True)

    try:
        has_waited = wait_for_redis(settings.queue, stopping, tell)
    except Problem as problem:
        give_up(problem.sentence(lang))
    if stopping.is_set():
        return
    if has_waited:
        click.echo(say(_FOUND), err=True)
    run_workers(settings, processes, profile, stopping.is_set)


def _settings(lang: str) -> HostedSettings:
    """Return the settings in the environment; if one is wrong, or names no queue, print the problem and exit."""
    try:
        settings = settings_from(os.environ)
    except Problem as problem:
        give_up(problem.sentence(lang))
    if not settings.queue:
        give_up(translator(lang)(_NO_QUEUE))
    return settings
