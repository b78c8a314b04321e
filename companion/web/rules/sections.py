"""Which section of the rules a warning is about."""

from __future__ import annotations

from games.fjords.checks.warning import Warning

TURNS, TILES, LONGHOUSES, VIKINGS, SCORING, RUNES, VARIANTS = (
    "turns",
    "tiles",
    "longhouses",
    "vikings",
    "scoring",
    "runes",
    "variants",
)
SECTIONS = (TURNS, TILES, LONGHOUSES, VIKINGS, SCORING, VARIANTS, RUNES)
"""The anchors of the sections, in their order on the page."""
_OF_CODES = {
    TURNS: ("out-of-turn", "several-moves"),
    TILES: ("edge-mismatch", "few-neighbours", "second-landmass", "tile-moved", "tile-late"),
    LONGHOUSES: (
        "longhouse-off-plains",
        "longhouse-late",
        "longhouse-elsewhere",
        "too-many-longhouses",
        "two-pieces",
    ),
    VIKINGS: ("viking-off-plains", "cut-off-viking", "too-many-vikings", "piece-moved", "piece-removed"),
    RUNES: (
        "piece-on-rune",
        "home-without-longhouse",
        "rune-not-played",
        "rune-reused",
        "runes-of-two-colours",
        "too-many-stones",
    ),
    VARIANTS: ("too-many-colours", "variant-for-two", "classic-runes", "nobodys-piece"),
}
_SECTIONS = {code: section for section, codes in _OF_CODES.items() for code in codes}


def section_of(warning: Warning | str) -> str:
    """Return the anchor of the section that a warning, or its code, is about; the first one for an unknown code."""
    code = warning if isinstance(warning, str) else warning.code
    return _SECTIONS.get(code, SECTIONS[0])
