"""A copy's pieces, grounds and tiles as one photo of a board shows them, once what was doubtful has been answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from calibration.problems import N_, CalibrationError
from calibration.profile.folder import GROUND, PIECES, SEEN_TILES, keep, open_profile
from calibration.profile.schema import ground_document, pieces_document, seen_tiles_document
from calibration.seen_tiles import certain_tiles, count_new_tiles, seen_tiles
from vision.detections import PieceReading
from vision.facts import Facts
from vision.geometry.lattice import nearest_cell
from vision.imaging.photo import Photo
from vision.pieces.detect import Piece
from vision.pieces.evidence.candidate_network import candidate_inputs
from vision.pieces.evidence.examples import PieceExamples
from vision.pieces.evidence.scene import Scene
from vision.reading.caveats import BLACK_AND_WHITE, STRANGE
from vision.reading.reading import Reading
from vision.terrain.ground.taught_ground import TaughtGround
from vision.vocabulary import COLOURS
from vision.vocabulary import PIECES as KINDS

_MIN_CONFIDENCE = 0.9
"""Confidence from which a piece is an example; answered ones have 1. In the second photos of 100 pairs of one copy 96
pieces are wrong with it, 100 with 0.97 and 115 without examples (`benchmarks.kept_copies`)."""

_MIN_TILES = 3
"""Certain tiles from which a photo without answers is worth keeping, of which as many are new; by hand. A tile or two
that were kept are not recognised in some photos."""

_MISLEADING = frozenset({BLACK_AND_WHITE, STRANGE})
"""Caveats of readings in which colours or the game itself were guessed: such photos are examples only with a person's
answers."""


def examples_of(reading: Reading) -> PieceExamples | None:
    """Return the pieces in a reading that are certain, as examples for other photos; None where there is none."""
    seen = reading.observation
    if seen is None or not seen.pieces:
        return None
    certain = [piece for piece in reading.pieces if piece.confidence >= _MIN_CONFIDENCE]
    found = [(piece, _candidate(piece, seen.pieces)) for piece in certain]
    known = [(piece, candidate) for piece, candidate in found if candidate is not None]
    if not known:
        return None
    inputs = candidate_inputs(Scene(seen.pieces, seen.art, seen.table))
    kinds = np.array([1 + KINDS.index(piece.kind) for piece, _ in known])
    names, has_palette = seen.taught.colour_names, seen.taught.palette is not None
    called = np.array([-1 if piece.kind == "stone" else names.index(str(piece.colour)) for piece, _ in known])
    other = {} if has_palette else _other_names(called, [seen.pieces[k] for _, k in known], reading.facts)
    colours = np.array([other.get(colour, colour) for colour in called])
    by_person = np.arange(len(COLOURS))
    by_person[list(other.values())] = list(other)
    return PieceExamples(inputs[[k for _, k in known]], kinds, colours, by_person)


def _other_names(called: np.ndarray, pieces: Sequence[Piece], facts: Facts) -> dict[int, int]:
    """Return what the network calls the colours to which a person gives other names, by these other names.

    Args:
        called: (n,) index in ``COLOURS`` of what each piece's colour is called; -1 for stones.
        pieces: the n pieces.
        facts: the person's answers.
    """
    answered = {COLOURS.index(fact.colour) for fact in facts.pieces if fact.colour in COLOURS}
    other: dict[int, int] = {}
    for name in sorted(answered.intersection(called.tolist())):
        estimates = [piece.colour for piece, colour in zip(pieces, called, strict=True) if colour == name]
        seen = int(np.mean(estimates, axis=0).argmax())
        if seen != name and seen not in called and seen not in other.values():
            other[name] = seen
    return other


def ground_of(reading: Reading) -> TaughtGround | None:
    """Return how the grounds in a reading look; None where none is surely named."""
    ground = None if reading.observation is None else reading.observation.ground
    return None if ground is None else ground.learned_ground()


def is_worth_keeping(reading: Reading) -> bool:
    """Return whether a reading surely shows enough of a copy, and some of it that it was not read with."""
    seen = reading.observation
    if seen is None or _MISLEADING.intersection(reading.caveats) or len(certain_tiles(reading)) < _MIN_TILES:
        return False
    pieces = examples_of(reading)
    if pieces is not None and seen.taught.palette is None and seen.taught.examples is None:
        return True
    return (pieces is not None or ground_of(reading) is not None) and count_new_tiles(reading) >= _MIN_TILES


def keep_copy(folder: Path, reading: Reading, photo: Photo) -> None:
    """Store what a reading shows of a copy in a profile.

    The looks of its pieces and grounds take the place of the previous ones; its certain tiles are added to those of
    earlier photos.

    Args:
        folder: of the profile.
        reading: of the photo.
        photo: what was read.

    Raises:
        CalibrationError: neither is certain, the folder holds something else, or it cannot be written to.
        DocumentError: a file of the profile is damaged; then nothing is written.
    """
    before, ground, pieces = open_profile(folder), ground_of(reading), examples_of(reading)
    if ground is None and pieces is None:
        raise CalibrationError(
            N_("No piece on this board is certain enough to be learned; answer its questions first.")
        )
    # The largest file first: where there is no room for it, the others stay as they are, too.
    if tiles := seen_tiles(reading, photo, before.seen_tiles):
        keep(folder, SEEN_TILES, seen_tiles_document(tiles))
    if pieces is not None:
        keep(folder, PIECES, pieces_document(pieces))
    if ground is not None:
        keep(folder, GROUND, ground_document(ground))


def _candidate(piece: PieceReading, candidates: tuple[Piece, ...]) -> int | None:
    """Return the index of the candidate that a piece was read from; ``None`` where several in its cell might be it."""
    here = [k for k, c in enumerate(candidates) if nearest_cell(c.foot) == piece.cell and c.area > 0]
    return here[0] if len(here) == 1 else None
