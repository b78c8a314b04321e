"""Who draws the signs on tiles: hands with their own fonts, figures, strokes and frames.

One hand draws for training, another is held out and looked at while the reading is improved, a third is kept for last.
The fonts are Debian's; they are named here, looked for where Debian puts them, and none of them is part of longhouse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FONTS = Path("/usr/share/fonts")
_SHIPPED = Path(__file__).parents[2] / "vision" / "drawing" / "fonts" / "DejaVuSans-Bold.ttf"
_POINTS = 72


@dataclass(frozen=True)
class Hand:
    """What one family of printers draws with.

    Attributes:
        fonts: beginnings of the names of font files, one entry a family; each is drawn from as often as another.
        runic: the same for fonts that have runes.
        pen: share of the digits that are written with a pen instead.
        bodies: names of the players' figures.
        spots: corners that the spots may have.
        strokes: how a stroke looks: "round", "carved" or "brush".
        frames: what stands behind a sign.
        scenery: names of what stands about.
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
    """Return the files of each family of fonts that is there, smallest name first; the shipped font where none is."""
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".ttf", ".otf"))
    found = [tuple(p for p in files if p.name.startswith(name)) for name in names]
    return tuple(family for family in found if family) or ((_SHIPPED,),)


@lru_cache(maxsize=400)
def font_of(file: Path) -> ImageFont.FreeTypeFont:
    """Return a font at the size that stencils are drawn at."""
    return ImageFont.truetype(str(file), _POINTS)
