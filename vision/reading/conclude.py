"""The reading that follows from the evidence of all cells together, and from a person's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.detections import PieceProbabilities, PieceReading
from vision.facts import NO_FACTS, Facts, Side
from vision.geometry.hexagon import NORMALS
from vision.geometry.lattice import CORNERS, Cell, Lattice, beside, nearest_cell, position, positions
from vision.imaging.file_pixels import decoded_pixels, file_pixels
from vision.imaging.photo import Photo
from vision.networks.models import Networks
from vision.pieces.detect import Piece
from vision.reading.covered_cells import hidden_cells
from vision.reading.doubts.colours import colour_doubts, with_team_doubts
from vision.reading.doubts.doubt import (
    Doubt,
    Named,
    alternatives,
    edge_doubts,
    region_doubts,
    terrain_doubts,
    tile_doubts,
    unmatched_doubts,
)
from vision.reading.doubts.pieces import piece_doubts, possible_pieces
from vision.reading.doubts.questions import questions
from vision.reading.doubts.stones import stone_doubts
from vision.reading.observation import Observation
from vision.reading.one_landmass import prefer_one_landmass
from vision.reading.reading import Reading
from vision.reading.results import piece_reading
from vision.reading.stones_beneath import with_runes
from vision.reading.weigh_pieces import WeighedPieces, weigh_pieces
from vision.reading.weigh_tiles import WeighedTiles, weigh_edges, weigh_tiles
from vision.stones.found_stones import occluded_homes
from vision.stones.homes import home_probabilities
from vision.stones.signs import likeliest_runes

_FALSE_TILE = 0.1
"""Share of the close-up network's doubt about a tile that the survey leaves: of 154 tiles that it doubted on synthetic
boards, by 2 % on average, one was none."""
_MISSED_TILE = 0.12
"""Share of the close-up network's probability of a tile that the survey leaves where none was found: most often such a
tile lies apart. Of 16 cells with 0.5 or more on 92 synthetic boards and 31 photos two hold a tile of the board."""
_HIDDEN_TILE = 0.5
"""Probability of a tile under something that is no piece, where the survey saw a tile's middle or some ground: of 33
hidden cells on 205 synthetic boards and 31 photos one is such, and holds a tile; none of the others does."""


def conclude(observed: Observation, photo: Photo, networks: Networks, facts: Facts = NO_FACTS) -> Reading:
    """Combine the evidence of all cells, and keep to a person's answers.

    Args:
        observed: the evidence.
        photo: the photo.
        networks: the loaded networks.
        facts: the answers, in the lattice's coordinates.
    """
    seen = _with_shown_cells(observed, facts)
    edges = weigh_edges(seen, facts)
    unseen = cells_out_of_sight(seen, photo, facts)
    weighed = weigh_pieces(seen, networks, facts, unseen, edges.evidence.joined_by("P"))
    names = seen.taught.colour_names
    named = with_team_doubts(weighed.named, facts, seen.taught.palette is not None)
    pieces = _pieces(named, names, seen.lattice, photo.scale)
    pieces += occluded_homes(seen.stones, pieces, seen.lattice, photo.scale)
    homes = home_probabilities(pieces, seen.home_log_ratios, facts.homes)
    pieces = with_runes(pieces, facts, homes)
    tiles = weigh_tiles(seen, facts, edges)  # last, since another thread still looks inside the tiles
    tiles = prefer_one_landmass(tiles, seen.terrain, facts, unseen)
    doubts = _doubts(seen, facts, tiles, weighed, pieces, homes, photo)
    return Reading(
        width=photo.width,
        height=photo.height,
        tiles=tiles.readings(seen.lattice, photo.scale),
        pieces=tuple(pieces),
        ask=tuple(questions(doubts, lambda spot: file_pixels(seen.lattice.plane.to_photo(spot), photo.scale))),
        unseen=unseen,
        names=names,
        possible=possible_pieces(weighed.named, weighed.unlikely),
        alternatives=alternatives(tiles.evidence),
        exchanges=tiles.evidence.exchanges,
        observation=observed,
        facts=facts,
    )


def _doubts(
    seen: Observation,
    facts: Facts,
    tiles: WeighedTiles,
    weighed: WeighedPieces,
    pieces: Sequence[PieceReading],
    homes: Mapping[Cell, float],
    photo: Photo,
) -> list[Doubt]:
    """Return everything that is doubtful and was not answered."""
    cells = {c: sure for c, sure in seen.tile_probabilities.items() if c not in facts.tiles}
    lying = seen.lattice.centres
    centres = {cell: lying.get(cell, position(cell)) for cell in {*cells, *lying}}
    lies = {c: 1 - _FALSE_TILE * (1 - p) if c in lying else _MISSED_TILE * p for c, p in cells.items()}
    lies |= dict.fromkeys(cells.keys() & _hidden(seen, facts), _HIDDEN_TILE)
    return [
        *tile_doubts({c: (c in lying, p) for c, p in lies.items()}, centres),
        *unmatched_doubts(tiles.matches, facts, centres),
        *terrain_doubts(seen.grounds, facts, tiles.evidence),
        *edge_doubts(tiles.evidence, centres, _cut_off(seen.lattice, photo)),
        *region_doubts(tiles.regions, centres),
        *piece_doubts(weighed.named, weighed.unlikely, facts),
        *colour_doubts(weighed.named, seen.taught.colour_names, facts, seen.taught.palette is not None),
        *stone_doubts(pieces, facts, homes, lambda px: seen.lattice.plane.to_table(decoded_pixels(px, photo.scale))),
    ]


def _cut_off(lattice: Lattice, photo: Photo) -> frozenset[Side]:
    """Return the edges of tiles that lie beyond the picture."""
    cells, middles = tuple(lattice.centres), np.array(list(lattice.centres.values()))
    at = file_pixels(lattice.plane.to_photo(middles[:, None] + NORMALS / 2), photo.scale)
    beyond = np.argwhere(((at < 0) | (at > [photo.width, photo.height])).any(axis=2))
    return frozenset((cells[k], side) for k, side in beyond.tolist())


def _hidden(seen: Observation, facts: Facts) -> frozenset[Cell]:
    return hidden_cells(seen.covered, seen.lattice.centres) - facts.tiles.keys()


def _with_shown_cells(seen: Observation, facts: Facts) -> Observation:
    """Return the observation without the cells that hold no tile, and without those hidden by a cup or a hand.

    The tiles of hidden cells could only be guessed. The edges of one that was confirmed follow from its neighbours.
    """
    lying = {c: at for c, at in seen.lattice.centres.items() if facts.tiles.get(c, True)}
    hidden = hidden_cells(seen.covered, seen.lattice.centres)
    shown = {c: at for c, at in lying.items() if c in facts.tiles or c not in hidden} or lying
    covered = {c for c in shown if c in facts.tiles and c in hidden}
    if len(shown) == len(seen.lattice.centres) and not covered:
        return seen
    gone = lying.keys() - shown.keys() | {c for c, lies in facts.tiles.items() if not lies}
    return replace(
        seen,
        lattice=Lattice(seen.lattice.plane, shown),
        edges={c: np.zeros_like(seen.edges[c]) if c in covered else seen.edges[c] for c in shown},
        tile_views={c: view for c, view in seen.tile_views.items() if c in shown},
        pieces=tuple(p for p in seen.pieces if nearest_cell(p.foot) not in gone),
    )


def _pieces(named: Sequence[Named], names: Sequence[str], lattice: Lattice, scale: float) -> list[PieceReading]:
    outlines = [np.concatenate([piece.foot[None], piece.hull]) for piece, _ in named]
    # All at once: a projection of a few points takes hardly less time than one of many.
    shown = file_pixels(lattice.plane.to_photo(np.concatenate([np.empty((0, 2)), *outlines])), scale)
    placed = np.split(shown, np.cumsum([len(outline) for outline in outlines])[:-1])
    return [_piece(piece, colour, names, px[0], px[1:]) for (piece, colour), px in zip(named, placed, strict=False)]


def _piece(piece: Piece, colour: np.ndarray, names: Sequence[str], foot: np.ndarray, hull: np.ndarray) -> PieceReading:
    probabilities = PieceProbabilities(piece.certainty, piece.kinds, colour, states=piece.states)
    reading = piece_reading(nearest_cell(piece.foot), foot, hull, probabilities, names, piece.rune)
    return replace(reading, signs=likeliest_runes(piece.signs)) if reading.kind == "stone" else reading


def cells_out_of_sight(seen: Observation, photo: Photo, facts: Facts = NO_FACTS) -> tuple[Cell, ...]:
    """Return the cells beside the board that are hidden or cut off by the picture, where a tile may lie.

    Of the cells farther off those that were inspected and are hidden count, too: see `observed_pieces.observe_pieces`.

    Args:
        seen: the evidence.
        photo: the photo.
        facts: the answers, in the lattice's coordinates. Cells whose tile a person confirmed or denied are left out.
    """
    hidden = _hidden(seen, facts) - seen.lattice.centres.keys()
    ring = sorted((beside(seen.lattice.centres) | hidden) - facts.tiles.keys())
    size = np.array([photo.width, photo.height]) / photo.scale
    at = seen.lattice.plane.to_photo(positions(ring)[:, None] + 0.9 * CORNERS)
    cut = np.asarray(((at < 0) | (at > size)).any(axis=(1, 2)))
    return tuple(c for c, beyond in zip(ring, cut, strict=True) if beyond or c in seen.hidden_spaces or c in hidden)
