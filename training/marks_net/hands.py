"""Styles of the signs on tiles ("hands"), each with fonts, figures, strokes and frames of its own.

One hand is for training, one for validation during development, and one for the final test. The fonts are those of
Debian packages and are searched for where Debian installs them; they are not part of longhouse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FONTS = Path("/usr/share/fonts")
_SHIPPED = Path(__file__).parents[2] / "vision" / "drawing" / "fonts" / "DejaVuSans-Bold.ttf"
_POINTS = 72
"""Font size of the stencils."""


@dataclass(frozen=True)
class Hand:
    """The style of one family of printings.

    Attributes:
        fonts: prefixes of font file names, one for each family; families are drawn with equal probability.
        runic: the same for fonts with runes.
        pen: share of digits that are written with a pen instead.
        bodies: names of the outlines of players' figures.
        spots: numbers of corners that spots may have.
        strokes: look of a stroke: "round", "carved" or "brush".
        frames: shapes behind a sign.
        scenery: names of the outlines of distractors.
    """

    fonts: tuple[str, ...]
    runic: tuple[str, ...]
    pen: float
    bodies: tuple[str, ...]
    spots: tuple[int, ...]
    strokes: str
    frames: tuple[str, ...]
    scenery: tuple[str, ...]


HANDS = {
    # fonts-lato fonts-urw-base35 fonts-adf-mekanus fonts-averia-gwf fonts-comfortaa fonts-bebas-neue fonts-dustin
    # fonts-freefont-ttf
    "training": Hand(
        fonts=("Lato-", "NimbusSans-", "NimbusSansN", "NimbusRoman", "NimbusMono", "C059", "P052", "URWBookman",
               "URWGothic", "Z003", "MekanusADF", "Averia", "Comfortaa", "BebasNeue", "Domestic", "Dustismo.",
               "Dustismo_R", "FreeMono"),
        runic=("FreeMono.",),
        pen=0.25,
        bodies=("robe", "block", "legs", "bust", "meeple"),
        spots=(24,),
        strokes="round",
        frames=("disc", "hexagon", "square", "ring"),
        scenery=("fir", "hut", "peak", "ship", "fish", "cloud"),
    ),
    # fonts-liberation fonts-dejavu fonts-comic-neue fonts-ebgaramond fonts-junicode
    "held-out": Hand(
        fonts=("LiberationSans-", "LiberationSerif", "LiberationMono", "DejaVuSerif", "DejaVuSansMono", "ComicNeue",
               "EBGaramond12", "JunicodeTwoBeta-"),
        runic=(),
        pen=0.0,
        bodies=("pawn", "shoulders"),
        spots=(4, 6),
        strokes="carved",
        frames=("disc", "square", "shield", "ring"),
        scenery=("sheep", "house", "fir"),
    ),
    # fonts-crosextra-caladea fonts-goudybookletter fonts-cabin fonts-dkg-handwriting fonts-breip
    "last": Hand(
        fonts=("Caladea", "GoudyBookletter", "Cabin", "dkg", "Breip"),
        runic=(),
        pen=0.0,
        bodies=("cloak", "arms"),
        spots=(5, 8),
        strokes="brush",
        frames=("diamond", "tag", "ring"),
        scenery=("sheep", "house", "ship"),
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def families(names: tuple[str, ...], folder: Path) -> tuple[tuple[Path, ...], ...]:
    """Return the sorted files of each installed family of fonts; the shipped font if none is installed."""
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".ttf", ".otf"))
    found = [tuple(p for p in files if p.name.startswith(name)) for name in names]
    return tuple(family for family in found if family) or ((_SHIPPED,),)


@lru_cache(maxsize=400)
def font_of(file: Path) -> ImageFont.FreeTypeFont:
    """Return a font at the size of the stencils."""
    return ImageFont.truetype(str(file), _POINTS)
