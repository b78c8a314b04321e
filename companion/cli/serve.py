"""The command that opens the page."""

from __future__ import annotations

import sys

import click
import cv2

from companion.cli.answers import speaking
from companion.language import N_, translator
from companion.problems import Problem
from companion.record.places import default_data_folder
from companion.web.config import Config
from companion.web.server import serve as run_server


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 takes any.")
@click.option(
    "--camera",
    metavar="SOURCE",
    help="A camera's number, a stream's URL, a video file, or a folder of pictures that is played as a recorded game.",
)
@click.option("--data", metavar="DIR", help="The folder that games are kept in; by default one in your own data.")
@click.option("--db", metavar="URL", help="Another database for the games, such as postgresql://ann@host/games.")
@speaking
def serve(port: int, camera: str | None, data: str | None, db: str | None, lang: str) -> None:
    """Open the page on this computer, with or without a camera."""
    # The page says when a camera fails; OpenCV's own warnings would come anew with every try.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    config = Config(camera=camera, port=port, data=data or default_data_folder(), db=db)
    say = translator(lang)
    welcome = say(N_("Longhouse is at {address} - stop it with Ctrl+C."))
    try:
        run_server(config, lambda address: click.echo(welcome.format(address=address)))
    except Problem as problem:
        click.echo(problem.sentence(lang), err=True)
        sys.exit(1)
    except OSError:
        click.echo(say(N_("Port {port} cannot be used; choose another with --port.")).format(port=port), err=True)
        sys.exit(1)
