"""The option ``--game``, which names the game of a photo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from companion.cli.options import option

FJORDS = "fjords"


def of_game(known: Callable[[], Iterable[str]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the option ``--game``: Fjords, or another game in `known`, which the command supports."""
    names = [FJORDS, *(name for name in known() if name != FJORDS)]
    return option("--game", type=click.Choice(names), default=FJORDS, show_default=True, help="What is played.")
