"""Photos of the players' pieces to a palette: what each colour looks like under this lamp, and what counts as what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from calibration.colours.detect import Standing, Tabletop, is_blurred
from calibration.colours.taps import ColourTap, tapped_piece
from calibration.problems import N_, CalibrationError
from calibration.profile.folder import COLOURS, keep
from calibration.profile.schema import palette_document
from vision.imaging.chromaticity import chroma
from vision.pieces.colours.naming import name_colours
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.vocabulary import COLOURS as NAMES

_TOO_ALIKE = 0.1
"""Two names whose looks are nearer than this, in the coordinates of ``shades.chroma``, cannot be told apart later."""

_NAMELESS = -2.2
"""What has no likelier colour name than this (mean log probability) is taken for a piece only if it is tapped."""
_FEW = 0.25
"""The same for rocks and specks: what bears a name that so few bear, as a share of how many bear the usual one."""


@dataclass(frozen=True, eq=False)
class ShownPiece:
    """A piece that was learned, with where it stands: ``file``, and ``px`` in the upright photo."""

    file: str
    px: tuple[float, float]
    outline: np.ndarray
    piece: TaughtPiece


@dataclass(frozen=True, eq=False)
class LearnedColours:
    """The palette, with each piece's place, and pairs of names that look too much alike to be told apart."""

    shown: tuple[ShownPiece, ...]
    palette: Palette
    alike: tuple[tuple[str, str], ...]


def shown_pieces(table: Tabletop, file: str, taps: Sequence[ColourTap]) -> list[ShownPiece]:
    """Return the pieces in a photo of this name; with taps, only those that were tapped in it.

    Raises:
        CalibrationError: nothing stands out at a tap, or the photo is blurred.
    """
    if is_blurred(table):
        raise CalibrationError(N_("The picture is blurred; hold the camera still, with more light, and take it again."))
    if not taps:
        return _found(table, file)
    own = [tap for tap in taps if tap.file in (None, file)]
    tapped = [tapped_piece(tap, table) for tap in own]
    told = zip(own, tapped, _named(tapped), strict=True)
    return [_shown(file, piece, tap.name or name, tap.kind) for tap, piece, name in told]


def _found(table: Tabletop, file: str) -> list[ShownPiece]:
    """Return what the eyes take for pieces, but for what bears a name that hardly anything else there bears."""
    standing = [s for s in table.standing if s.kind != "stone" and s.colour.max() > _NAMELESS]
    names = _named(standing)
    counts = Counter(names)
    least = _FEW * float(np.median(list(counts.values()))) if counts else 0.0
    return [_shown(file, s, name, None) for s, name in zip(standing, names, strict=True) if counts[name] > least]


def _named(standing: Sequence[Standing]) -> list[str]:
    """Name pieces by comparison, all of one look alike: by themselves a few of many yellow ones are called orange."""
    return [NAMES[int(odds.argmax())] for odds in name_colours(standing)]


def learn_colours(photos: Sequence[tuple[Tabletop, list[ShownPiece]]]) -> LearnedColours:
    """Put together what the photos show.

    Raises:
        CalibrationError: there is no piece in them.
    """
    shown = tuple(piece for _, pieces in photos for piece in pieces)
    if not shown:
        raise CalibrationError(
            N_("No piece can be seen; put one viking and one longhouse of each colour apart from each other, in light.")
        )
    looks = [table.table for table, _ in photos if table.table is not None]
    ground = np.median(looks, axis=0) if looks else None
    palette = Palette(tuple(s.piece for s in shown), ground)
    return LearnedColours(shown, palette, _alike(palette))


def keep_colours(folder: Path, palette: Palette) -> None:
    """Keep the palette in a profile in place of the one before."""
    keep(folder, COLOURS, palette_document(palette))


def _shown(file: str, standing: Standing, name: str, kind: str | None) -> ShownPiece:
    counts = kind or ("viking" if standing.kinds[0] >= standing.kinds[1] else "longhouse")
    piece = TaughtPiece(name, counts, chroma(standing.shade), standing.colour, standing.kinds, standing.form)
    return ShownPiece(file, (float(standing.px[0]), float(standing.px[1])), standing.outline, piece)


def _alike(palette: Palette) -> tuple[tuple[str, str], ...]:
    looks: dict[str, list[np.ndarray]] = {}
    for piece in palette.pieces:
        looks.setdefault(piece.name, []).append(piece.chroma)
    means = {name: np.mean(seen, axis=0) for name, seen in looks.items()}
    return tuple((a, b) for a, b in combinations(means, 2) if np.linalg.norm(means[a] - means[b]) < _TOO_ALIKE)
