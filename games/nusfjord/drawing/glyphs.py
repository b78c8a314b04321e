"""The small drawings on a harbour: ships, houses, coins, shares."""

from __future__ import annotations

from html import escape

INK, CREAM = "#2b2a22", "#fdf3da"
SPACE = 52.0
"""The length of a space of the catch track, in units of the drawing."""
_PAINTS = {
    "red": "#c0392b",
    "blue": "#2f6fb0",
    "yellow": "#e3b023",
    "green": "#4c8a3f",
    "white": "#f4efe2",
    "black": "#33312e",
    "purple": "#7a4a93",
    "orange": "#dd7a26",
    "brown": "#7d5533",
    "grey": "#8b8d8a",
}
_SAILS = {
    "sloop": ((0.5, 1.0),),
    "cutter": ((0.36, 0.9), (0.66, 1.0)),
    "schooner": ((0.26, 0.9), (0.5, 1.0), (0.74, 0.9)),
}


def paint(colour: str | None) -> str:
    """Return the paint of a player's colour; without a colour, that of weathered wood."""
    return _PAINTS.get(colour or "", "#a8763e")


def safe(words: str) -> str:
    """Return a text escaped for XML, without control characters."""
    return escape("".join(letter for letter in words if letter.isprintable()))


def number(value: float) -> str:
    """Return a number as SVG takes it, without needless zeros."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, size: float, *, weight: int = 700, fill: str = INK) -> str:
    """Return a line of text, centred at a point."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{fill}">{safe(words)}</text>'
    )


def badge(x: float, y: float, points: int, radius: float = 12) -> str:
    """Return a round badge with points, red if they are negative."""
    fill = "#a3271f" if points < 0 else "#3d6a38"
    shown = str(points).replace("-", "−")
    size = radius * (1.25 if len(shown) < 3 else 0.9)
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" stroke="{CREAM}" '
        f'stroke-width="2"/>{text(x, y + size * 0.36, shown, size, fill=CREAM)}'
    )


def ship(kind: str, length: int, sail: str) -> str:
    """Return a ship that covers `length` spaces of the track, its bow at the origin on the water line."""
    wide = length * SPACE
    hull = f"M4 0 L{number(wide - 4)} 0 L{number(wide - 18)} 24 L16 24 Z"
    masts = "".join(_mast(wide * at, 46 * tall, wide / (len(_SAILS[kind]) + 1.6), sail) for at, tall in _SAILS[kind])
    return f'{masts}<path d="{hull}" fill="#8a5a30" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>'


def _mast(x: float, tall: float, wide: float, sail: str) -> str:
    lee = x - wide * 0.62
    return (
        f'<path d="M{number(x)} 0 V{number(-tall)}" stroke="{INK}" stroke-width="3"/>'
        f'<path d="M{number(x - 3)} -6 L{number(lee)} -6 Q{number(x - wide * 0.2)} {number(-tall * 0.6)} '
        f'{number(x - 3)} {number(-tall)} Z" fill="{CREAM}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M{number(x)} {number(-tall)} h14 l-5 4 5 4 h-14 Z" fill="{sail}" stroke="{INK}" stroke-width="1"/>'
    )


def house(wide: float, high: float) -> str:
    """Return a fisherman's hut that fills a space of this size, its top left corner at the origin."""
    eaves = high * 0.3
    return (
        f'<path d="M6 {number(eaves)} L{number(wide / 2)} 5 L{number(wide - 6)} {number(eaves)} Z" fill="#6d2a20" '
        f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<rect x="10" y="{number(eaves)}" width="{number(wide - 20)}" height="{number(high - eaves - 6)}" '
        f'fill="{CREAM}" stroke="{INK}" stroke-width="1.5"/>'
    )


def coin(x: float, y: float) -> str:
    """Return a gold coin."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="11" fill="#e5b53a" stroke="#7d5a10" stroke-width="2"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="6.5" fill="none" stroke="#a77a1a" stroke-width="1.5"/>'
    )


def share(x: float, y: float, issued: bool, colour: str) -> str:
    """Return a share token, blank where it was never issued."""
    fill, line = (colour, "") if issued else ("#d9d2c0", ' stroke-dasharray="4 3"')
    rect = f'<rect x="{number(x)}" y="{number(y)}" width="24" height="32" rx="4" fill="{fill}" stroke="{INK}"'
    seal = f'<circle cx="{number(x + 12)}" cy="{number(y + 16)}" r="6" fill="{CREAM}" fill-opacity=".85"/>'
    return f'{rect} stroke-width="1.5"{line}/>{seal if issued else ""}'
