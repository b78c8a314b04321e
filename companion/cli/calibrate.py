"""The commands that teach the eyes; each lives in a file of its own and is imported when it is called."""

from __future__ import annotations

import click

from companion.cli import LazyGroup

_COMMANDS = {
    "sheet": ("companion.cli.calibrate_sheet", "Make the sheet that a camera is taught with."),
    "camera": ("companion.cli.calibrate_camera", "Learn a camera's lens from photos or a video of the sheet."),
    "colours": ("companion.cli.calibrate_colours", "Learn the players' pieces and their colours from photos of them."),
    "tiles": ("companion.cli.calibrate_tiles", "Learn the tiles of your copy from photos of them spread out."),
}


@click.group(cls=LazyGroup, commands=_COMMANDS)
def calibrate() -> None:
    """Teach the eyes your camera, your pieces and your copy of the game."""
