"""The command that opens the page."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from companion.cli.answers import with_language
from companion.cli.options import option
from companion.cli.photo_readers import reader_with, using_profile
from companion.cli.terminal.browser import has_screen, open_page
from companion.cli.terminal.ending import drop_output, give_up
from companion.cli.terminal.interrupts import release_interrupts
from companion.cli.terminal.log import log_to_terminal
from companion.cli.terminal.opencv_log import silence_opencv
from companion.home_paths import path_given
from companion.hosted.settings import NO_EXTRA, HostedSettings, settings_from
from companion.language import N_, Translate, translator
from companion.live.cameras.sources import PHONE
from companion.problems import Problem
from companion.reader_service import NetworkReader
from companion.record.storage.places import default_data_folder
from companion.record.storage.table_register import MAX_NAME
from companion.web.access.invitation import Invitation
from companion.web.access.qr import qr_text
from companion.web.config import Config
from companion.web.server import serve as run_server

_WELCOME = N_("Longhouse is at {address} - stop it with Ctrl+C.")
_PHONE = N_("A phone as the camera: scan this code with it, or open {address} on it and type {code}.")
_OTHERS = N_("To watch, others open {address}")
_HOST = N_("To use another device as the host, open {address} on it and type {code}.")
_WARNING = N_("Browsers warn about the certificate because this computer signed it itself; it is safe to continue.")
_ALONE = N_("This computer is not connected to a network, so nobody else can join.")
_UNREAD = N_("Until it answers, no photo is read.")
_CLUB_VIEWERS = 200
"""Pages that may follow a club's tables at once, in place of 40 for one table."""
_HOSTED_WAITING, _HOSTED_WAITING_EACH = 64, 32
"""Requests with photos that a hosted page holds at once, of all visitors and of one address, in place of 12 and 4 at
home: workers read several photos at a time, and many visitors may share the address of one network. Chosen by hand."""


@click.command()
@option(
    "--port",
    metavar="NUMBER",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port; 0 takes any.",
)
@option(
    "--camera",
    metavar="SOURCE",
    help="A camera's number, a stream's URL, a video file, a folder of pictures that is played as a recorded game, "
    "or phone: a phone's browser sends the pictures.",
)
@option("--lan", is_flag=True, help="Let others on the home network join by a code; a phone can be the camera.")
@option("--data", metavar="DIR", help="The folder that games are kept in; by default one in your own data.")
@option("--db", metavar="URL", help="Another database for the games, such as postgresql://ann@host/games.")
@option("--club", is_flag=True, help="Serve any number of tables, each with a camera of its own.")
@option(
    "--table",
    "tables",
    metavar="NAME=SOURCE",
    multiple=True,
    help="A table of the club with its camera, as --camera names it; it is kept. May be given several times.",
)
@option(
    "--browser/--no-browser",
    default=True,
    show_default=True,
    envvar="LONGHOUSE_BROWSER",
    help="Open the page in your browser, where there is a screen.",
)
@using_profile
@with_language
def serve(
    port: int,
    camera: str | None,
    lan: bool,
    data: str | None,
    db: str | None,
    club: bool,
    tables: tuple[str, ...],
    browser: bool,
    profile: Path | None,
    lang: str,
) -> None:
    """Open the page on this computer, with or without a camera."""
    release_interrupts()
    # The page reports when a camera fails; OpenCV would repeat its own warnings with every attempt.
    silence_opencv()
    log_to_terminal(lang)
    reader = reader_with(profile, lang)
    hosted = _hosted_settings(lang)
    config = Config(port=port, lan=lan, data=data or _own_data(lang), db=db, profile=profile)
    named_tables = _tables(tables, lang)
    if club or named_tables:
        config = _for_a_club(config, named_tables, camera, lang)
    else:
        config = replace(config, camera=camera or (PHONE if lan else None))
    if hosted != HostedSettings():
        config = _for_hosting(config, hosted)
    if hosted.queue:
        _warn_without_redis(hosted.queue, lang)
    _run(config, None if hosted.queue else reader, browser, lang)


def _hosted_settings(lang: str) -> HostedSettings:
    """Return the settings of a hosted page in the environment; if one is wrong, print the problem and exit."""
    try:
        return settings_from(os.environ)
    except Problem as problem:
        give_up(problem.sentence(lang))


def _own_data(lang: str) -> str:
    """Return the user's own data folder; if there is no place for one, print the problem and exit."""
    try:
        return default_data_folder()
    except Problem as problem:
        give_up(problem.sentence(lang))


def _run(config: Config, reader: NetworkReader | None, browser: bool, lang: str) -> None:
    """Serve until the process is ended; if the page cannot be served, print why and exit."""
    say = translator(lang)

    def ready(address: str, joining: Invitation | None) -> None:
        try:
            _welcome(address, joining, say)
        except OSError:  # nobody reads it, or its disk is full; the page is served all the same
            drop_output()
        if browser and has_screen(os.environ):
            open_page(address)

    try:
        run_server(config, ready, reader)
    except Problem as problem:
        give_up(problem.sentence(lang))
    except OSError:
        give_up(say(N_("Port {port} cannot be used; choose another with --port.")).format(port=config.port))


def _warn_without_redis(address: str, lang: str) -> None:
    """Print why Redis does not answer, if so; the page is opened all the same, as Redis may come and go."""
    say = translator(lang)
    try:
        from companion.hosted.reach import WrongAddress, find_redis
    except ImportError:
        give_up(say(NO_EXTRA))
    try:
        find_redis(address)
    except WrongAddress as problem:
        give_up(problem.sentence(lang))
    except Problem as problem:
        click.echo(f"{problem.sentence(lang)} {say(_UNREAD)}", err=True)


def _for_hosting(config: Config, hosted: HostedSettings) -> Config:
    """Return the settings for a page on the internet, which more visitors send photos to."""
    return replace(
        config,
        hosted=hosted,
        host=hosted.listen or config.host,
        photos_waiting=_HOSTED_WAITING,
        photos_each=_HOSTED_WAITING_EACH,
    )


def _for_a_club(config: Config, tables: tuple[tuple[str, str], ...], camera: str | None, lang: str) -> Config:
    """Return the settings for a club with these tables; a camera of its own is for one table, and wrong usage."""
    if camera is not None:
        message = N_("--camera is for one table; with --club give --table NAME=SOURCE.")
        raise click.UsageError(translator(lang)(message))
    return replace(config, club=True, tables=tables, viewers=_CLUB_VIEWERS)


def _tables(given: tuple[str, ...], lang: str) -> tuple[tuple[str, str], ...]:
    """Return the names and cameras of tables, as they are kept; a wrong name is wrong usage."""
    pairs = [table.partition("=") for table in given]
    if any(not name.strip() or len(name) > MAX_NAME for name, _, _ in pairs):
        message = N_("--table needs a name of at most {count} letters: NAME=SOURCE.")
        raise click.UsageError(translator(lang)(message).format(count=MAX_NAME))
    return tuple((name.strip(), _lasting(camera.strip())) for name, _, camera in pairs)


def _lasting(camera: str) -> str:
    """Return a camera as it can be kept: a recording by its whole path, all others as they are named."""
    path = path_given(camera)
    return str(path.resolve()) if camera and path.exists() else camera


def _welcome(address: str, joining: Invitation | None, say: Translate) -> None:
    """Print where the page is, and how other devices join."""
    click.echo(say(_WELCOME).format(address=address))
    if joining is None:
        return
    if joining.alone:
        click.echo(say(_ALONE))
    click.echo(say(_PHONE).format(address=joining.address, code=joining.camera_code))
    _print_qr(joining.camera)
    click.echo(say(_OTHERS).format(address=joining.viewer))
    click.echo(say(_HOST).format(address=joining.address, code=joining.host_code))
    if joining.own_certificate:
        click.echo(say(_WARNING))


def _print_qr(address: str) -> None:
    """Print an address as a QR code, if the terminal's encoding has the characters."""
    with suppress(UnicodeEncodeError):
        drawn = qr_text(address)
        drawn.encode(sys.stdout.encoding or "ascii")
        click.echo(drawn)
