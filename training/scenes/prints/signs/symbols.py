"""Tiny symbols for patterns that repeat: lines in a unit square, y down, those of filled symbols closed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Symbol:
    """Lines (N, 2) of a symbol, and whether what they enclose is filled."""

    lines: tuple[np.ndarray, ...]
    filled: bool = False


def _drawn(*lines: str, filled: bool = False) -> Symbol:
    """Return a symbol from its lines, whose points are written in hundredths: ``x,y x,y``."""
    parsed = ([[int(part) / 100 for part in point.split(",")] for point in line.split()] for line in lines)
    return Symbol(tuple(np.array(line) for line in parsed), filled)


SYMBOLS: tuple[dict[str, Symbol], ...] = (
    {
        "sheaves": _drawn("30,90 45,50 20,15", "50,90 50,10", "70,90 55,50 80,15", "35,55 65,55"),
        "broadleaves": _drawn("45,95 45,60 25,60 12,40 30,12 70,12 88,40 75,60 55,60 55,95", filled=True),
        "fences": _drawn("20,20 20,85", "80,20 80,85", "0,40 100,40", "0,65 100,65"),
        "clover": _drawn(
            "50,50 25,60 15,40 35,35 50,50 40,20 60,20 50,50 65,35 85,40 75,60 50,50", "50,50 50,90", filled=True
        ),
    },
    {
        "boulders": _drawn("10,85 20,35 50,15 80,40 95,85", "50,15 45,50 60,85"),
        "crystals": _drawn("50,5 80,40 65,95 35,95 20,40", filled=True),
        "rafters": _drawn("0,80 50,10 100,80", "20,80 50,40 80,80"),
        "cairns": _drawn("10,90 90,90 80,65 20,65", "25,60 75,60 65,38 35,38", "40,33 60,33 50,12", filled=True),
    },
    {
        "hooks": _drawn("0,75 20,70 40,45 60,25 82,30 85,50 70,55 66,45", "40,45 60,70 100,75"),
        "anchors": _drawn("50,10 50,90", "30,30 70,30", "15,60 30,85 50,90 70,85 85,60"),
        "flukes": _drawn("50,90 45,50 10,20 35,22 50,38 65,22 90,20 55,50", filled=True),
        "pools": _drawn("10,50 30,35 70,35 90,50 70,65 30,65 10,50", "35,50 50,44 65,50 50,56 35,50"),
    },
)
"""Symbols of plains, mountain and ocean by name."""
