"""Modules of games, found by name: a game is a folder of its name in `games`, `vision` or `companion`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType


def games_with_module(package: str, module: str) -> tuple[str, ...]:
    """Return the names of the folders in a package that hold this module, in alphabetical order.

    >>> "fjords" in games_with_module("games", "rulebook")
    True
    """
    return _games_in(tuple(import_module(package).__path__), package, module)


@cache  # pages ask several times per request, and searching the folders takes 2 ms
def _games_in(path: tuple[str, ...], package: str, module: str) -> tuple[str, ...]:
    names = sorted(found.name for found in iter_modules(path) if found.ispkg)
    return tuple(name for name in names if find_spec(f"{package}.{name}.{module}") is not None)


def game_module(package: str, name: str, module: str) -> ModuleType | None:
    """Return this module of a game's folder in a package; ``None`` where the game has none there."""
    return import_module(f"{package}.{name}.{module}") if name in games_with_module(package, module) else None
