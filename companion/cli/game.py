"""The option that names the game a photo is of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

FJORDS = "fjords"


def of_game(known: Callable[[], Iterable[str]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the option ``--game``: Fjords, or one of the other games that are known to do what it does."""
    names = [FJORDS, *(name for name in known() if name != FJORDS)]
    return click.option("--game", type=click.Choice(names), default=FJORDS, show_default=True, help="What is played.")
