"""Options that the calibration commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.cli.options import option


def into_profile(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--profile``, the folder that it teaches into."""
    return option(
        "--profile",
        required=True,
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="The profile to teach: a folder, which may be new.",
    )(command)
