"""The tools of the page: the effect of a tap on a place, and the ship to lay."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion.language import N_, translator
from companion.vikings.tapping import CARRY, ERASE, LAY
from games.vikings.drawing.parts import GOLD, INK, POINTS, SEA, figure, island, under_sail
from games.vikings.figures import SAILS
from games.vikings.islands import PARTS
from games.vikings.words import word

AMOUNTS = range(1, 10)
"""Usual payments of ships; other numbers can be typed."""
_LAY = N_("Lay what fits, with its figure; tap again for without, and for other parts")
_CARRY = N_("Carry a figure from home to a tile, or back")
_ERASE = N_("Take away")


_STAR = f'<path d="M0-26L7-9L25-8L11 4L16 22L0 12L-16 22L-11 4L-25-8L-7-9Z" fill="{INK}"/>'
_RING = f'<circle r="24" fill="none" stroke="{INK}" stroke-width="5"/>'
_SEA = f'<rect x="-50" y="-50" width="100" height="100" fill="{SEA}"/>'


@dataclass(frozen=True)
class Tool:
    """A tool: its code, its label, and its drawing."""

    code: str
    words: str
    glyph: Markup


def brushes(lang: str) -> list[Tool]:
    """Return the tools for places."""
    say = translator(lang)
    lay = f'<g>{island("left")}<g transform="translate(6 0) scale(1.4)">{figure("scout")}</g></g>'
    carry = f'<g transform="scale(1.6)">{figure("boatswain")}</g>'
    cross = '<path class="cross" d="M-26-26L26 26M26-26L-26 26"/>'
    parts = [Tool(part, word(part, lang), Markup(island(part))) for part in PARTS]
    return [
        Tool(LAY, say(_LAY), Markup(lay)),
        *parts,
        Tool(CARRY, say(_CARRY), Markup(carry)),
        Tool(ERASE, say(_ERASE), Markup(cross)),
    ]


def sails(lang: str) -> list[Tool]:
    """Return the sails that a ship can have."""
    return [Tool(name, word("ship", lang, sail=word(name, lang)), Markup(_SEA + under_sail(name))) for name in SAILS]


def coins(lang: str) -> list[Tool]:
    """Return what a ship can pay."""
    say = translator(lang)
    return [
        Tool("points", say(N_("points")), Markup(f'<circle class="coin" r="38" fill="{POINTS}"/>{_STAR}')),
        Tool("gold", say(N_("gold")), Markup(f'<circle class="coin" r="38" fill="{GOLD}"/>{_RING}')),
    ]
