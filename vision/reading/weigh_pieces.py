"""The pieces of a board: all candidates weighed together, and held to what a person said of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.facts import Facts
from vision.pieces.colours.colour_model import lightest_art
from vision.pieces.colours.naming import name_colours
from vision.pieces.colours.palette import Palette
from vision.pieces.detect import PRESENT, Piece
from vision.pieces.evidence.background_term import apply_background_term
from vision.pieces.evidence.lookalike_term import apply_lookalike_term, apply_player_colour_term
from vision.pieces.evidence.size_term import apply_size_term
from vision.pieces.evidence.supply_term import apply_supply_term, colour_is_clear
from vision.pieces.shape import shape_descriptor
from vision.reading.clamped_pieces import Clamped, clamp
from vision.reading.doubts import Named
from vision.reading.observation import Observation
from vision.vocabulary import COLOURS


@dataclass(frozen=True, eq=False)
class WeighedPieces:
    """The pieces of a board.

    Attributes:
        named: those that were read, each with its (11,) colour probabilities.
        unlikely: the other candidates.
    """

    named: tuple[Named, ...]
    unlikely: tuple[Piece, ...]


def weigh_pieces(seen: Observation, facts: Facts) -> WeighedPieces:
    """Return the pieces by the evidence of all cells, held to what a person said."""
    palette = seen.palette
    names = COLOURS if palette is None else palette.names
    clamped = clamp(seen.pieces, facts, seen.lattice.centres)
    candidates = clamped.kept(apply_background_term(clamped.pieces, seen.art))
    weighed = apply_size_term(candidates) if palette is None else [_with_taught_kind(p, palette) for p in candidates]
    candidates = clamped.kept(apply_lookalike_term(clamped.kept(weighed)))
    present = [k for k, p in enumerate(candidates) if p.certainty >= PRESENT]
    standing = Clamped(tuple(candidates[k] for k in present), tuple(clamped.facts[k] for k in present))
    pieces = standing.pieces
    kinds = [p.kind for p in pieces]
    known = standing.colours(names)
    colours = name_colours(pieces, palette, seen.table, lightest_art(seen.art), kinds, known)
    pieces = tuple(standing.kept(apply_player_colour_term(pieces, colours)))
    clear = colour_is_clear(pieces, colours) | np.array([fact is not None for fact in standing.facts], bool)
    unlikely = [p for p in candidates if p.certainty < PRESENT]
    unlikely += [p for p, is_clear in zip(pieces, clear, strict=True) if not is_clear]
    left = np.flatnonzero(clear).tolist()
    seen_pieces = Clamped(tuple(pieces[k] for k in left), tuple(standing.facts[k] for k in left))
    colours = [colours[k] for k in left]
    weighed = seen_pieces.kept(apply_supply_term(seen_pieces.pieces, colours))
    return WeighedPieces(tuple(zip(weighed, colours, strict=True)), tuple(unlikely))


def _with_taught_kind(piece: Piece, palette: Palette) -> Piece:
    """Return the piece with its kind by the taught pieces, too."""
    return replace(piece, kinds=palette.kind_probabilities(piece.kinds, shape_descriptor(piece.hull)))
