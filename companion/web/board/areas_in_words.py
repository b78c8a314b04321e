"""How the areas of a tile are connected, in words that tell two answers to the same question apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.language import N_, Translate
from companion.record.entered_tile import JOINS, joined_inside
from games.fjords.rim import Stretch, rim_stretches

_AT = N_("{connected} ({hours} o'clock)")
_HOURS_PER_EDGE, _HOUR_OF_CORNER = 2, 2
"""Edges clockwise from corner 0, which is seen where a clock has its two."""


def areas_in_words(tiles: Sequence[Mapping[str, Any]], say: Translate) -> list[str]:
    """Return which terrains are connected inside each tile, and where along its rim if another has the same words.

    Args:
        tiles: well-formed tile documents with the same edges.
        say: translates a message.
    """
    usual = [_terrains(tile, say) for tile in tiles]
    return [_places(tile, say) if usual.count(words) > 1 else words for tile, words in zip(tiles, usual, strict=True)]


def _terrains(tile: Mapping[str, Any], say: Translate) -> str:
    return "; ".join(say(JOINS[terrain]) for terrain in joined_inside(tile) or ("",))


def _places(tile: Mapping[str, Any], say: Translate) -> str:
    """Return each area that reaches the rim in several places, with these as on the face of a clock."""
    stretches = rim_stretches(tile["edges"])
    found = []
    for region in sorted(tile["regions"], key=lambda region: "PMO".index(region["terrain"])):
        ports = {(edge, part) for edge, part in region["ports"]}
        hours = [_hour(tile["edges"], stretch) for stretch in stretches if stretch.ports[0] in ports]
        if len(hours) > 1:
            numbers = ", ".join(map(str, sorted(hours)))
            found.append(say(_AT).format(connected=say(JOINS[region["terrain"]]), hours=numbers))
    return "; ".join(found) or say(JOINS[""])


def _hour(edges: Sequence[str], stretch: Stretch) -> int:
    """Return where the middle of a stretch is on the face of a clock, 1..12; no two of one terrain are at one hour."""
    edge, part = stretch.ports[0]
    middle = edge + part / len(edges[edge]) + sum(1 / len(edges[side]) for side, _ in stretch.ports) / 2
    return round(_HOUR_OF_CORNER + _HOURS_PER_EDGE * middle) % 12 or 12
