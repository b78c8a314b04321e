"""The tools of the page: the effect of a tap on a place, and the ship to lay."""

from __future__ import annotations

from functools import partial

from companion.boardgames.tools import Tool
from companion.language import N_, translator
from companion.vikings.tapping import CARRY, ERASE, LAY
from games.svg_templates import SvgTemplates
from games.vikings.drawing.parts import GOLD, POINTS, figure, island, under_sail, water
from games.vikings.figures import SAILS
from games.vikings.islands import PARTS
from games.vikings.words import word

AMOUNTS = range(1, 10)
"""Usual payments of ships; other numbers can be typed."""
_LAY = N_("Whatever fits, with its figure; tap again for no figure, then for other parts")
_CARRY = N_("Carry a figure from home to a tile, or back")
_ERASE = N_("Remove")
_TEMPLATES = SvgTemplates(__package__)


def brushes(lang: str) -> list[Tool]:
    """Return the tools for places."""
    say, glyph = translator(lang), partial(_TEMPLATES.macro, "tools.svg")
    return [
        Tool(LAY, say(_LAY), glyph("lay")(island("left"), figure("scout"))),
        *(Tool(part, word(part, lang), island(part)) for part in PARTS),
        Tool(CARRY, say(_CARRY), glyph("carry")(figure("boatswain"))),
        Tool(ERASE, say(_ERASE), glyph("cross")()),
    ]


def sails(lang: str) -> list[Tool]:
    """Return the sails that a ship can have."""
    return [Tool(name, word("ship", lang, sail=word(name, lang)), water() + under_sail(name)) for name in SAILS]


def coins(lang: str) -> list[Tool]:
    """Return the possible payments of a ship."""
    say, glyph = translator(lang), partial(_TEMPLATES.macro, "tools.svg")
    return [
        Tool("points", say(N_("points")), glyph("points")(POINTS)),
        Tool("gold", say(N_("gold")), glyph("gold")(GOLD)),
    ]
