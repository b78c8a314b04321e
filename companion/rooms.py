"""The pages of games, found by name."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from games.rooms import room
from games.rulebook import known


def game_pages() -> Iterator[Blueprint]:
    """Yield the blueprint of each game that has a folder with pages here; it is called after its game."""
    for name in known():
        module = room("companion", name, "pages")
        if module is not None:
            yield module.pages
