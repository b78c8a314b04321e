"""The commands of calibration; each lives in a file of its own and is imported when it is called."""

from __future__ import annotations

import click

from companion.cli import LazyGroup
from companion.cli.terminal.help import for_all_commands
from companion.language import N_

_COMMANDS = {
    "sheet": ("companion.cli.calibrate.sheet", N_("Make the sheet that a camera is taught with.")),
    "camera": ("companion.cli.calibrate.camera", N_("Learn a camera's lens from photos or a video of the sheet.")),
    "colours": (
        "companion.cli.calibrate.colours",
        N_("Learn the players' pieces and their colours from photos of them."),
    ),
    "stones": ("companion.cli.calibrate.stones", N_("Learn your rune stones from a photo of them.")),
    "tiles": ("companion.cli.calibrate.tiles", N_("Learn the tiles of your copy from photos of them spread out.")),
    "export": ("companion.cli.calibrate.share", N_("Write a profile into one zip file.")),
    "import": ("companion.cli.calibrate.share", N_("Make a new profile of a zip file.")),
}


@click.group(cls=LazyGroup, commands=_COMMANDS)
@for_all_commands
def calibrate() -> None:
    """Teach longhouse your camera, your pieces and your copy of the game."""
