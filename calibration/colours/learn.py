"""Learns a palette from photos of the players' pieces: the appearance and kind of each under the present light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from pathlib import Path

import numpy as np

from calibration.colours.detect import DetectedPiece, PiecesPhoto, is_blurred
from calibration.colours.taps import ColourTap, piece_under_tap
from calibration.problems import N_, BlurredPicture, CalibrationError
from calibration.profile.folder import COLOURS, keep
from calibration.profile.schema import MAX_PIECES, palette_document
from vision.imaging.chromaticity import chroma
from vision.pieces.colours.naming import name_colours
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.vocabulary import COLOURS as NAMES

_MIN_COLOUR_DISTANCE = 0.1
"""Smallest distance of two names' mean colours (``chromaticity.chroma``) at which they are distinguished reliably;
chosen by hand."""

_MIN_COLOUR_LOGIT = -2.2
"""Smallest mean log probability of the best colour name of a piece that the user has not tapped; chosen by hand."""
_MIN_NAME_COUNT = 0.25
"""Smallest number of pieces of a name, as a fraction of the median: rocks and specks get rare names. Chosen by hand."""


@dataclass(frozen=True, eq=False)
class ShownPiece:
    """A learned piece with its photo (``file``) and its position ``px`` and outline in the upright photo."""

    file: str
    px: tuple[float, float]
    outline: np.ndarray
    piece: TaughtPiece


@dataclass(frozen=True, eq=False)
class LearnedColours:
    """The palette, the pieces it was learned from, and pairs of names that are too similar to distinguish."""

    shown: tuple[ShownPiece, ...]
    palette: Palette
    alike: tuple[tuple[str, str], ...]


def shown_pieces(seen: PiecesPhoto, file: str, taps: Sequence[ColourTap]) -> list[ShownPiece]:
    """Return the pieces in a photo; with taps, only the tapped ones.

    Raises:
        BlurredPicture: the photo is blurred.
        CalibrationError: there is no piece under a tap.
    """
    if is_blurred(seen):
        raise BlurredPicture
    if not taps:
        return _found(seen, file)
    own = [tap for tap in taps if tap.file in (None, file)]
    tapped = [piece_under_tap(tap, seen) for tap in own]
    labelled = zip(own, tapped, _named(tapped), strict=True)
    return [_shown(file, piece, tap.name or name, tap.kind) for tap, piece, name in labelled]


def _found(seen: PiecesPhoto, file: str) -> list[ShownPiece]:
    """Return the detected pieces that are plausible, except those with a rare colour name."""
    likely = [p for p in seen.pieces if p.kind != "stone" and p.colour.max() > _MIN_COLOUR_LOGIT]
    pieces = [p for p in likely if p.is_plausible]
    names = _named(pieces)
    counts = Counter(names)
    least = _MIN_NAME_COUNT * float(np.median(list(counts.values()))) if counts else 0.0
    return [_shown(file, p, name, None) for p, name in zip(pieces, names, strict=True) if counts[name] > least]


def _named(pieces: Sequence[DetectedPiece]) -> list[str]:
    """Return colour names found by comparing all pieces: one by one, some of many yellow ones are called orange."""
    return [NAMES[int(odds.argmax())] for odds in name_colours(pieces)]


def learn_colours(photos: Sequence[tuple[PiecesPhoto, list[ShownPiece]]]) -> LearnedColours:
    """Return the palette of the pieces in several photos.

    Raises:
        CalibrationError: there is no piece.
    """
    shown = tuple(piece for _, pieces in photos for piece in pieces)
    if not shown:
        raise CalibrationError(
            N_(
                "No piece was found; place one viking and one longhouse of each colour apart from each other, in "
                "good light."
            )
        )
    tables = [seen.table for seen, _ in photos if seen.table is not None]
    ground = np.median(tables, axis=0) if tables else None
    palette = Palette(tuple(s.piece for s in shown), ground)
    return LearnedColours(shown, palette, _similar_names(palette))


def keep_colours(folder: Path, palette: Palette) -> None:
    """Store the palette in a profile in place of the previous one; of many pieces some of each name and kind."""
    keep(folder, COLOURS, palette_document(_thinned(palette)))


def _thinned(palette: Palette) -> Palette:
    """Return a palette of at most ``MAX_PIECES``, taken from each name and kind in turn."""
    if len(palette.pieces) <= MAX_PIECES:
        return palette
    alike: dict[tuple[str, str], list[TaughtPiece]] = {}
    for piece in palette.pieces:
        alike.setdefault((piece.name, piece.kind), []).append(piece)
    turns = zip_longest(*alike.values())
    in_turn = [piece for turn in turns for piece in turn if piece is not None]
    return Palette(tuple(in_turn[:MAX_PIECES]), palette.table)


def _shown(file: str, piece: DetectedPiece, name: str, kind: str | None) -> ShownPiece:
    kind = kind or ("viking" if piece.kinds[0] >= piece.kinds[1] else "longhouse")
    taught = TaughtPiece(name, kind, chroma(piece.shade), piece.colour, piece.kinds, piece.shape)
    return ShownPiece(file, (float(piece.px[0]), float(piece.px[1])), piece.outline, taught)


def _similar_names(palette: Palette) -> tuple[tuple[str, str], ...]:
    looks: dict[str, list[np.ndarray]] = {}
    for piece in palette.pieces:
        looks.setdefault(piece.name, []).append(piece.chroma)
    means = {name: np.mean(seen, axis=0) for name, seen in looks.items()}
    return tuple(
        (a, b) for a, b in combinations(means, 2) if np.linalg.norm(means[a] - means[b]) < _MIN_COLOUR_DISTANCE
    )
