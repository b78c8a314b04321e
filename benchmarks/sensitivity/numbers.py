"""Finds the numbers that were chosen by hand, and gives them other values."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
BY_HAND = "by hand"
"""Words in the docstring of a number that nothing fitted, in small or capital letters."""
_SEVERAL = re.compile(r"\b(all|both)\b[^.]*by hand", re.IGNORECASE)
"""A docstring about all numbers above it, up to an empty line."""
_ODDS = 2.0
"""Factor on the odds of a probability."""
_FACTOR = 1.25
"""Factor on any other number."""


@dataclass(frozen=True)
class Number:
    """A number of a module that was chosen by hand."""

    module: str
    name: str
    value: float

    @property
    def short_name(self) -> str:
        """Its name as in the tables, such as ``board.locate._MAX_SHIFT``: without a leading ``vision``."""
        return f"{self.module.removeprefix('vision.')}.{self.name}"

    @property
    def neighbours(self) -> tuple[float, float]:
        """The lower and the higher value that are tried; whole numbers stay whole and differ by one at least."""
        if 0 < self.value < 1:
            odds = self.value / (1 - self.value)
            return odds / (odds + _ODDS), odds * _ODDS / (1 + odds * _ODDS)
        low, high = sorted((self.value / _FACTOR, self.value * _FACTOR))
        if isinstance(self.value, int):
            return min(round(low), self.value - 1), max(round(high), self.value + 1)
        return low, high


def numbers_by_hand(package: str) -> Iterator[Number]:
    """Yield the numbers of a folder of modules, such as ``vision/board``, that were chosen by hand.

    A docstring that says “all” or “both” is about every number above it, up to an empty line.
    """
    for path in sorted((ROOT / package).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name in dict.fromkeys(_names(ast.parse(path.read_text(encoding="utf-8")).body)):
            value = getattr(importlib.import_module(module), name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value:
                yield Number(module, name, value)


def _names(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names of assigned values whose docstring says that they were chosen by hand."""
    block: list[str] = []
    last: list[str] = []
    line_above = 0
    for statement in body:
        if statement.lineno > line_above + 1:
            block = []
        line_above = statement.end_lineno or statement.lineno
        text = _docstring(statement)
        if text is None:
            last = _assigned(statement)
            block += last
        elif BY_HAND in text.lower():
            yield from block if _SEVERAL.search(text) else last


def _assigned(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return []
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    return [name.id for name in names if isinstance(name, ast.Name)]


def _docstring(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split())
    return None


@contextmanager
def changed(number: Number, value: float) -> Iterator[None]:
    """Give a number another value, in its own module and in those that imported it by name."""
    packages = ("vision.", "calibration.", "games.", "companion.")
    ours = [module for name, module in list(sys.modules.items()) if name.startswith(packages)]
    taking = [module for module in ours if (number.module, number.name) in _imported(module.__file__)]
    holders = [sys.modules[number.module], *taking]
    for module in holders:
        setattr(module, number.name, value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, number.name, number.value)


@cache
def _imported(file: str | None) -> frozenset[tuple[str, str]]:
    """Return what a module's file imports by name, as pairs of module and name."""
    if file is None:
        return frozenset()
    nodes = (
        node for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)
    )
    return frozenset((node.module or "", alias.name) for node in nodes for alias in node.names)
