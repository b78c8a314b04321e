"""Answers files: a person's taps on photos that teach, changed, for every command that takes them."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import odd, trees
from benchmarks.fuzz.commands import accepted

_HOKKAIDO = seeds.ROOT / "tests" / "vision" / "hokkaido" / "data" / "cards"
_SEEN = 0.25
"""Share of cases whose photo is read as well, which takes a second each; refused files take no time."""
_TAPPED = (300, 400)


class Answers:
    """Changed answers for ``calibrate stones``, ``colours`` and ``tiles`` of all games."""

    def __init__(self, folder: Path) -> None:
        """Write the answers into this folder."""
        self._folder = folder

    def __call__(self, chance: Random) -> bool:
        """Teach with one changed answers file."""
        words, photo, taps = chance.choice(_ways())
        answers, profile = self._folder / "answers.json", self._folder / "profile"
        answers.write_bytes(trees.changed(_varied(taps, chance), chance, seeds.document))
        shutil.rmtree(profile, ignore_errors=True)
        if chance.random() > _SEEN:
            photo = str(answers)  # refused as no picture, once the answers are read
        options = ["--lang", chance.choice(("en", "ru")), *chance.choice(([], ["--json"]))]
        return accepted("calibrate", *words, photo, "--profile", str(profile), "--answers", str(answers), *options)


def _varied(taps: Any, chance: Random) -> Any:
    """Move some taps of a list: they stay well-formed, but hit other things or nothing."""
    if not isinstance(taps, list):
        return taps
    moved = [
        {**tap, "px": [chance.uniform(-2000, 5000), odd.number(chance)]} if chance.random() < 0.1 else tap
        for tap in taps
    ]
    return [{**tap, "px": tap["px"][:1] * 2} if chance.random() < 0.05 else tap for tap in moved]


@cache
def _ways() -> tuple[tuple[list[str], str, Any], ...]:
    """Return for each command its words, a photo, and valid taps on it."""
    table = str(seeds.SAMPLES / "table01.jpg")
    x, y = _TAPPED
    pieces = json.loads((seeds.SAMPLES / "table01.json").read_text(encoding="utf-8"))
    middle = {(tile["q"], tile["r"]): tile["px"] for tile in pieces["tiles"]}
    colours = [{"px": middle[p["q"], p["r"]], "name": p["colour"], "kind": p["kind"]} for p in pieces["pieces"][:6]]
    stones = json.loads((seeds.DATA / "stones_spread.json").read_text(encoding="utf-8"))
    tiles = json.loads((seeds.DATA / "tiles_spread.json").read_text(encoding="utf-8"))
    tapped = [{"px": stone["px"], "kind": stone["kind"], "colour": stone.get("colour")} for stone in stones["stones"]]
    edges = [{"px": tile["px"], "edges": tile["edges"], "marks": ["3"], "turned_deg": 10.0} for tile in tiles["tiles"]]
    cards = json.loads(_HOKKAIDO.with_suffix(".json").read_text(encoding="utf-8"))
    figures = [{"px": [x, y], "kind": kind} for kind in ("fisherman", "jarl", "boatswain")]
    faces = [
        {"px": [x, y], "kind": "building", "name": "Smithy", "points": 3},
        {"px": [x, y], "kind": "sloop", "points": 1},
    ]
    corners = [{**faces[0], "corners": [[10, 10], [200, 12], [205, 190], [8, 180]]}]
    return (
        (["stones"], str(seeds.DATA / "stones_spread.jpg"), tapped),
        (["colours"], table, colours),
        (["tiles"], str(seeds.DATA / "tiles_spread.jpg"), edges),
        (["tiles", "--game", "hokkaido"], str(_HOKKAIDO.with_suffix(".jpg")), cards),
        (["tiles", "--game", "hokkaido"], str(_HOKKAIDO.with_suffix(".jpg")), cards["cards"]),
        (["tiles", "--game", "vikings"], table, figures),
        (["tiles", "--game", "nusfjord"], table, faces),
        (["tiles", "--game", "nusfjord"], table, corners),
    )
