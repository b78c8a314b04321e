"""The pieces of a board: all candidates weighed together, and held to a person's answers about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from vision.facts import Facts
from vision.geometry.lattice import Cell
from vision.networks.models import Networks
from vision.pieces.detect import PRESENT, Piece
from vision.pieces.evidence.candidate_network import judge_candidates
from vision.pieces.evidence.model import weigh
from vision.pieces.evidence.scene import Scene
from vision.reading.answers.clamped_pieces import clamp
from vision.reading.answers.side_effects import limit_side_effects
from vision.reading.doubts.doubt import Named
from vision.reading.observation import Observation


@dataclass(frozen=True, eq=False)
class WeighedPieces:
    """The pieces of a board.

    Attributes:
        named: those that were read, each with its (11,) colour probabilities.
        unlikely: the other candidates.
    """

    named: tuple[Named, ...]
    unlikely: tuple[Piece, ...]


def weigh_pieces(
    seen: Observation,
    networks: Networks,
    facts: Facts,
    unseen: Collection[Cell],
    plains: Mapping[tuple[Cell, Cell], float],
) -> WeighedPieces:
    """Return the pieces by the evidence of all cells, held to a person's answers.

    Args:
        seen: the evidence.
        networks: the loaded networks.
        facts: the answers.
        unseen: cells that are hidden or cut off by the picture, where more pieces may stand.
        plains: probability that plains join two neighbouring cells.
    """
    palette, examples, names = seen.taught.palette, seen.taught.examples, seen.taught.colour_names
    clamped = clamp(seen.pieces, facts, seen.lattice.centres)
    allowed, colours = clamped.allowed(names), clamped.colours(names)
    scene = Scene(clamped.pieces, seen.art, seen.table, palette, allowed, colours, unseen, plains, examples)
    weighed = weigh(judge_candidates(scene, networks.candidate))
    if facts.pieces:
        without = replace(scene, candidates=seen.pieces, allowed={}, colours=())
        former = dict(zip(seen.pieces, weigh(judge_candidates(without, networks.candidate)), strict=True))
        weighed = [
            limit_side_effects(one, former[piece]) if fact is None else one
            for piece, fact, one in zip(clamped.pieces, clamped.facts, weighed, strict=True)
        ]
    named = tuple(one for one in weighed if one[0].certainty >= PRESENT)
    return WeighedPieces(named, tuple(piece for piece, _ in weighed if piece.certainty < PRESENT))
