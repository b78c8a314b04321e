"""The questions on the pages that teach: details of the photo, and drawings of the answers."""

from __future__ import annotations

import numpy as np
from markupsafe import Markup

from companion.language import N_, translator
from companion.record.events.cells import Thing
from companion.web.board.overlay import CloseUp
from companion.web.board.question_drawings import things_drawing
from companion.web.teach.pictures import outline_path
from games.fjords.sentences import word
from games.fjords.vocabulary import PieceKind, RuneSet
from vision.imaging.photo import Photo

_NO_STONE, _NO_PIECE = N_("No rune stone"), N_("not a piece")
_SHOWN_AROUND = 2.2
"""Half the side of a detail, in radii of what it shows: enough of the table to find the place."""
_RING = 1.15
"""The radius of a ring around a thing, in radii of the thing."""

Answer = tuple[str, str, Markup]
"""The value of a form's field, its words, and its drawing."""


def detail(photo: Photo, px: tuple[float, float], radius: float, outline: np.ndarray | None = None) -> CloseUp:
    """Return the detail of a photo with a thing in it.

    Args:
        photo: the photo.
        px: the middle of the thing, pixels.
        radius: of the thing, pixels.
        outline: its (n, 2) outline, pixels; without one it is ringed.
    """
    half = _SHOWN_AROUND * radius
    box = " ".join(f"{value:.1f}" for value in (px[0] - half, px[1] - half, 2 * half, 2 * half))
    path = _ring(px, _RING * radius) if outline is None else outline_path(outline)
    return CloseUp(box, photo.width, photo.height, outline=path)


def _ring(px: tuple[float, float], radius: float) -> str:
    """Return the path of a circle."""
    across = 2 * radius
    halves = f"a{radius:.1f} {radius:.1f} 0 1 0 {across:.1f} 0a{radius:.1f} {radius:.1f} 0 1 0 {-across:.1f} 0Z"
    return f"M{px[0] - radius:.1f} {px[1]:.1f}{halves}"


def rune_answers(runes: tuple[RuneSet, ...], lang: str) -> list[Answer]:
    """Return the answers to which rune is on a stone; the last says that there is none."""
    named = [(rune, _upper(word(rune, lang)), things_drawing([Thing(rune)])) for rune in runes]
    return [*named, ("", translator(lang)(_NO_STONE), things_drawing(()))]


def piece_answers(lang: str) -> list[Answer]:
    """Return the answers to what a piece counts as; the last says that it is none."""
    kinds: tuple[PieceKind, ...] = ("viking", "longhouse")
    named = [(kind, _upper(word(kind, lang)), things_drawing([Thing(kind, "grey")])) for kind in kinds]
    return [*named, ("", _upper(translator(lang)(_NO_PIECE)), things_drawing(()))]


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
