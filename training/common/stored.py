"""Samples kept in files: dataclasses whose fields are arrays of as many entries each, one sample after the other."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kind = TypeVar("Kind", bound="DataclassInstance")


def maker_options(description: str | None, pictures: int) -> argparse.ArgumentParser:
    """Return a parser of the options that all makers of samples have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=pictures)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--networks", type=Path, help="folder of those that take part; those that ship if not given")
    return parser


def fill(options: argparse.Namespace, name: str, in_a_file: int, make: Callable[[int], Kind | None]) -> None:
    """Write files of samples, each of so many pictures, to ``options.out``; ``make`` is told the file's number."""
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(-(-options.pictures // in_a_file)):
        made = [one for _ in range(in_a_file) if (one := make(number)) is not None]
        if made:
            np.savez(options.out / f"{name}_{options.seed}_{number:04d}.npz", **vars(joined(made)))


def joined(parts: Sequence[Kind]) -> Kind:
    """Put samples together; there must be some."""
    kind = type(parts[0])
    return kind(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(kind)))


def read_stored(kind: type[Kind], folder: Path, maker: str) -> Kind:
    """Return all samples of a folder; raises ``FileNotFoundError``, naming their maker, where there are none."""
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise FileNotFoundError(f"{folder} holds no samples; make some: python -m {maker}")
    return joined([kind(**np.load(file)) for file in files])


class Growing(Generic[Kind]):
    """What the files of a folder hold, each by itself; the folder may grow meanwhile."""

    def __init__(self, kind: type[Kind], folder: Path, maker: str) -> None:
        """Read what is there; raises ``FileNotFoundError``, naming its maker, where there is nothing."""
        self._kind, self._folder = kind, folder
        self._files: dict[str, Kind] = {}
        self.look()
        if not self._files:
            raise FileNotFoundError(f"{folder} holds nothing that was path-traced; make some: python -m {maker}")

    def look(self) -> None:
        """Take up files that are new and finished."""
        for path in sorted(self._folder.glob("*.npz")):
            if path.name not in self._files and ".part" not in path.name:
                with np.load(path) as held:
                    self._files[path.name] = self._kind(**{f.name: held[f.name] for f in fields(self._kind)})

    def draw(self, rng: np.random.Generator, count: int) -> list[Kind]:
        """Return what ``count`` files hold, each drawn at random."""
        files = list(self._files.values())
        return [files[int(k)] for k in rng.integers(len(files), size=count)]


def keep(path: Path, held: Kind) -> None:
    """Write what one file of a `Growing` folder holds; nobody sees it unfinished."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **vars(held))
    part.rename(path.with_suffix(".npz"))
