"""A copy's pieces and grounds as one photo of a board shows them, once what was doubtful has been answered."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from calibration.colours.learn import keep_colours
from calibration.problems import N_, CalibrationError
from calibration.profile.folder import GROUND, keep
from calibration.profile.schema import ground_document
from vision.detections import PieceReading
from vision.geometry.lattice import nearest_cell
from vision.imaging.chromaticity import chroma
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.pieces.detect import Piece
from vision.pieces.shape import shape_descriptor
from vision.reading.reading import Reading
from vision.terrain.ground.taught_ground import TaughtGround

_MIN_CONFIDENCE = 0.9
"""Confidence from which a piece is an example of its player's; answered ones have 1. Chosen by hand."""


def palette_of(reading: Reading) -> Palette:
    """Return the colours and shapes of the pieces in a reading that are certain.

    Raises:
        CalibrationError: there is none.
    """
    observation = reading.observation
    candidates = () if observation is None else observation.pieces
    certain = [p for p in reading.pieces if p.kind != "stone" and p.confidence >= _MIN_CONFIDENCE]
    examples = [(piece, _candidate(piece, candidates)) for piece in certain]
    taught = tuple(_taught(piece, candidate) for piece, candidate in examples if candidate is not None)
    if observation is None or not taught:
        raise CalibrationError(
            N_("No piece on this board is certain enough to be learned; answer its questions first.")
        )
    return Palette(taught, observation.table)


def ground_of(reading: Reading) -> TaughtGround | None:
    """Return how the grounds in a reading look; None where none is surely named."""
    ground = None if reading.observation is None else reading.observation.ground
    return None if ground is None else ground.taught()


def keep_copy(folder: Path, reading: Reading) -> None:
    """Store the looks of a reading's pieces and grounds in a profile in place of the previous ones.

    Raises:
        CalibrationError: neither is certain, or the folder cannot be written to.
    """
    ground = ground_of(reading)
    if ground is not None:
        keep(folder, GROUND, ground_document(ground))
    try:
        keep_colours(folder, palette_of(reading))
    except CalibrationError:
        if ground is None:
            raise


def _candidate(piece: PieceReading, candidates: tuple[Piece, ...]) -> Piece | None:
    """Return the candidate that a piece was read from; ``None`` where several in its cell might be it."""
    here = [c for c in candidates if nearest_cell(c.foot) == piece.cell and c.area > 0]
    return here[0] if len(here) == 1 else None


def _taught(piece: PieceReading, candidate: Piece) -> TaughtPiece:
    return TaughtPiece(
        name=str(piece.colour),
        kind=piece.kind,
        chroma=chroma(np.asarray(candidate.shade)),
        colour=candidate.colour,
        kinds=candidate.kinds,
        shape=shape_descriptor(candidate.hull),
    )
