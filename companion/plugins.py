"""The pages of games, found by name."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from games.plugins import game_module, games_with_module
from games.rulebook import known


def games_with_pages() -> list[str]:
    """Return the names of the games that have a folder with pages here."""
    found = games_with_module("companion", "pages")
    return [name for name in known() if name in found]


def games_taught() -> list[str]:
    """Return the names of the games that have a page on which a copy of them is taught."""
    found = games_with_module("companion", "teaching_pages")
    return [name for name in known() if name in found]


def game_pages() -> Iterator[Blueprint]:
    """Yield the blueprints of each game that has a folder with pages, and what they share.

    That of a game's boards is called after the game, that of the page on which it is taught ``teach_NAME``.
    """
    yield game_module("companion", "boardgames", "shared").pages  # type: ignore[union-attr]
    for name in games_with_pages():
        yield game_module("companion", name, "pages").pages  # type: ignore[union-attr]
    for name in games_taught():
        yield game_module("companion", name, "teaching_pages").pages  # type: ignore[union-attr]
