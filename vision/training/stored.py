"""Samples kept in files: dataclasses whose fields are arrays of as many entries each, one sample after the other."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Kind = TypeVar("Kind", bound=DataclassInstance)


def maker_options(description: str | None, pictures: int) -> argparse.ArgumentParser:
    """Return a parser of the options that all makers of samples have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=pictures)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def fill(options: argparse.Namespace, name: str, in_a_file: int, make: Callable[[int], Kind | None]) -> None:
    """Write files of samples, each of so many pictures, to ``options.out``; ``make`` is told the file's number."""
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(-(-options.pictures // in_a_file)):
        made = [make(number) for _ in range(in_a_file)]
        part = joined([one for one in made if one is not None])
        np.savez(options.out / f"{name}_{options.seed}_{number:04d}.npz", **vars(part))


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
