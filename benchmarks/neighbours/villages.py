"""Compares harbours of *Nusfjord* that were read, by cards taught from another photo, with what lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from benchmarks.made.villages import Village
from benchmarks.neighbours.facts import Fact
from vision.imaging.photo import photo_of
from vision.nusfjord import calibration
from vision.profile import Profile

_MAX_OFFSET_PX = 60.0
"""Largest distance of what is read or asked about from where the building lies, pixels."""
_FIELDS = {"share": "shares_owned", "space": "free_spaces"}
"""The fields that hold the numbers of shares and of free spaces, and that questions about them name."""


def taught_by(spread: Village) -> Profile:
    """Return a profile with everything that lies in a photo."""
    answers = calibration.parse_answers([{**label, "px": px} for label, px in spread.things])
    result = calibration.learn([calibration.detect(photo_of(spread.pixels), "photo", answers, None)], None)
    return Profile(games={"nusfjord": calibration.parse(result.document)})


def facts(seen_board: Mapping[str, Any] | None, laid: Village) -> Iterator[Fact]:
    """Yield taught buildings, strangers (right if nothing is named there), ships, shares and free spaces."""
    (seen,) = seen_board["players"] if seen_board else [{"buildings": [], "ships": []}]
    ask = seen_board["ask"] if seen_board else []
    named = [(np.array(b["px"]), b["name"]) for b in seen["buildings"]]
    spots = [np.array(doubt["px"]) for doubt in ask if doubt["about"] == "building"]
    for label, place in laid.things:
        if label["kind"] == "building":
            there = [name for at, name in named if np.hypot(*(at - place)) < _MAX_OFFSET_PX]
            asked = not seen_board or any(np.hypot(*(at - place)) < _MAX_OFFSET_PX for at in spots)
            meant = [] if "stranger" in label else [label["name"]]
            kind = "strangers" if "stranger" in label else "buildings"
            yield Fact(kind, there == meant, asked)
    counts = Counter(ship["kind"] for ship in seen["ships"])
    counts.update({kind: seen.get(field, 0) for kind, field in _FIELDS.items()})
    asked_about = {doubt.get("kind", doubt["about"]) for doubt in ask if doubt["about"] != "building"}
    for kind in ("sloop", "cutter", "schooner", *_FIELDS):
        true = laid.count(kind)
        for n in range(max(true, counts[kind])):
            right = n < min(true, counts[kind])
            yield Fact("ships, shares, spaces", right, _FIELDS.get(kind, kind) in asked_about)
