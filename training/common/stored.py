"""Files of training samples: dataclasses whose fields are arrays with one entry for each sample."""

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
    """Return a parser of the options that all sampling commands have; ``pictures`` is the default of ``--pictures``."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, required=True, help="folder to write the samples to")
    parser.add_argument("--pictures", type=int, default=pictures, help="%(default)s by default")
    parser.add_argument("--seed", type=int, default=1, help="of the pictures, and part of the files' names")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--networks", type=Path, help="folder of the networks to sample; the shipped ones by default")
    return parser


def fill(options: argparse.Namespace, name: str, pictures_per_file: int, make: Callable[[int], Kind | None]) -> None:
    """Write files of samples to ``options.out``.

    Args:
        options: as parsed by ``maker_options``.
        name: base name of the files.
        pictures_per_file: pictures in one file.
        make: samples one picture, given the number of the file; None without samples.
    """
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(-(-options.pictures // pictures_per_file)):
        made = [one for _ in range(pictures_per_file) if (one := make(number)) is not None]
        if made:
            np.savez(options.out / f"{name}_{options.seed}_{number:04d}.npz", **vars(joined(made)))


def joined(parts: Sequence[Kind]) -> Kind:
    """Concatenate sets of samples, at least one."""
    kind = type(parts[0])
    return kind(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(kind)))


def subset(held: Kind, chosen: np.ndarray) -> Kind:
    """Return those samples of a set whose indices are given."""
    return type(held)(*(getattr(held, f.name)[chosen] for f in fields(held)))


def read_stored(kind: type[Kind], folder: Path, maker: str) -> Kind:
    """Return all samples of a folder.

    Args:
        kind: dataclass of the samples.
        folder: folder of ``.npz`` files.
        maker: module, with options, that makes such files; named in the error.

    Raises:
        FileNotFoundError: the folder holds no files of samples.
    """
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise FileNotFoundError(f"{folder} holds no samples; make some: python -m {maker}")
    return joined([kind(**np.load(file)) for file in files])


class GrowingFolder(Generic[Kind]):
    """The contents of the ``.npz`` files of a folder to which another process may add files."""

    def __init__(self, kind: type[Kind], folder: Path, maker: str) -> None:
        """Read the files; raises ``FileNotFoundError``, which names the module ``maker``, if there are none."""
        self._kind, self._folder = kind, folder
        self._files: dict[str, Kind] = {}
        self.refresh()
        if not self._files:
            raise FileNotFoundError(f"{folder} holds nothing that was path-traced; make some: python -m {maker}")

    def refresh(self) -> None:
        """Read files that were added since; unfinished ones (``.part.npz``) are left out."""
        for path in sorted(self._folder.glob("*.npz")):
            if path.name not in self._files and ".part" not in path.name:
                with np.load(path) as held:
                    self._files[path.name] = self._kind(**{f.name: held[f.name] for f in fields(self._kind)})

    def draw_files(self, rng: np.random.Generator, count: int) -> list[Kind]:
        """Return the contents of ``count`` files, drawn at random with replacement."""
        files = list(self._files.values())
        return [files[int(k)] for k in rng.integers(len(files), size=count)]


def save_atomically(path: Path, held: Kind) -> None:
    """Write one file of a `GrowingFolder` under a temporary name, then rename it, so that none is read unfinished."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **vars(held))
    part.rename(path.with_suffix(".npz"))
