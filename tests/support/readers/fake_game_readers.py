"""Replaces a game's photo reader, a folder of its name in `vision`, by one that a test writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import vision


@contextmanager
def fake_game_reader(game: str, folder: Path, modules: Mapping[str, str]) -> Iterator[None]:
    """Replace the modules of a game in `vision`, if it has any, by these, given as name and source."""
    room, package = folder / game, f"vision.{game}"
    room.mkdir(parents=True)
    for name, source in {"__init__": "", **modules}.items():
        (room / f"{name}.py").write_text(source, encoding="utf-8")
    path, real = list(vision.__path__), _loaded(package)
    try:
        vision.__path__[:] = [str(folder), *path]
        yield
    finally:
        vision.__path__[:] = path
        _loaded(package)
        sys.modules.update(real)


def _loaded(package: str) -> dict[str, object]:
    """Remove the modules of a package from ``sys.modules``, and return them."""
    return {n: sys.modules.pop(n) for n in list(sys.modules) if n == package or n.startswith(f"{package}.")}
