"""The reading of a photo: its stages in order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.board.locate import survey, survey_part
from vision.detections import PieceOdds, PieceReading, TileReading
from vision.geometry.lattice import CORNERS, Cell, Lattice, beside, nearest_cell, position
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo, PhotoError
from vision.networks.models import Networks
from vision.pieces.colours.colour_model import lightest_art
from vision.pieces.colours.naming import name_colours
from vision.pieces.colours.palette import Palette
from vision.pieces.detect import PRESENT, Piece
from vision.pieces.evidence.background_term import apply_background_term
from vision.pieces.evidence.lookalike_term import apply_lookalike_term, apply_player_colour_term
from vision.pieces.evidence.size_term import apply_size_term
from vision.pieces.evidence.supply_term import apply_supply_term, colour_is_clear
from vision.pieces.shape import shape_descriptor
from vision.profile import Profile
from vision.reading.doubts import Named, questions, region_questions, tile_questions
from vision.reading.observation import Observation, TaughtData, observe
from vision.reading.reading import Reading
from vision.reading.results import piece_reading, tile_reading
from vision.stones.apply import occluded_homes
from vision.terrain.edges import EdgeEvidence, combine_seams
from vision.terrain.partition import TileRegions, divide_tiles, likeliest_edges
from vision.tiles.apply import add_matched_edges, match_tiles, matched_patches, named_tile, unmatched_questions
from vision.tiles.open_tiles import find_draft
from vision.vocabulary import COLOURS

_MIN_TILES = 3
"""Fewest tiles of a board."""
_HIDDEN = 0.94
"""Probability of something in the way from which a cell counts as hidden; chosen by hand."""


def read_photo(photo: Photo, networks: Networks, profile: Profile | None = None) -> Reading:
    """Read the board in a photo, with the taught data of a profile if given.

    Raises:
        PhotoError: code ``no-board`` where no three adjacent tiles are visible.
    """
    found = survey(photo.normalised, networks, _lens_of(photo, profile))
    if found is None:
        raise PhotoError(
            "no-board",
            "No board can be seen in the picture; take it from above, nearer, and with all of the tiles in it.",
        )
    taught = TaughtData() if profile is None else TaughtData(profile.palette, profile.tiles, profile.stones)
    reading = _conclude(observe(found, photo.normalised, networks, taught), photo)
    if not taught.sets:
        return reading
    on_board = [(tile.set_name, tile.name) for tile in reading.tiles]
    return replace(reading, draft=find_draft(photo.normalised, networks, found, taught.sets, on_board, photo.scale))


def read_again(photo: Photo, networks: Networks, before: Reading, cells: Collection[Cell]) -> Reading | None:
    """Read some cells again in a later photo by a camera that has not moved; the rest of the reading stays.

    Args:
        photo: the later photo, of the same size.
        networks: the loaded networks.
        before: an earlier reading of `read_photo` or of this function.
        cells: at least one, on the board or beside it, in the coordinates of `before`.

    Returns:
        The whole board, or None where too little of it would be left.
    """
    known = before.seen
    if known is None:
        return None
    part = survey_part(photo.normalised, networks, known.lattice, cells)
    taught = TaughtData(known.palette, known.sets, known.known_stones)
    renewed = known.with_cells_from(observe(part, photo.normalised, networks, taught, cells, known), cells)
    if len(renewed.lattice.centres) < _MIN_TILES:
        return None
    reading = _conclude(renewed, photo)
    laid = {(tile.set_name, tile.name) for tile in reading.tiles if tile.name}
    return replace(reading, draft=tuple(t for t in before.draft if (t.set_name, t.tile.name) not in laid))


def _conclude(observed: Observation, photo: Photo) -> Reading:
    """Combine the evidence of all cells."""
    seen = _without_hidden_cells(observed)
    cells = tuple(seen.lattice.centres)
    matches = match_tiles(seen.tile_views, seen.edges, seen.sets)
    rims = add_matched_edges(seen.edges, matches)
    evidence = combine_seams(cells, np.array([rims[c] for c in cells]))
    edges = likeliest_edges(evidence)
    recognised_ones = {c: TileRegions(edges[c], matched_patches(m)) for c in cells if (m := matches.get(c))}
    parted = divide_tiles(seen.land, edges, {**seen.parted, **recognised_ones})
    tiles = _tiles(evidence, edges, parted, seen.lattice, photo.scale)
    named, unlikely = _read_pieces(seen)
    names = COLOURS if seen.palette is None else seen.palette.names
    pieces = [_piece(p, c, names, seen.lattice, photo.scale) for p, c in named]
    tiles_read = {c: (c in seen.lattice.centres, sure) for c, sure in seen.tile.items() if not _hidden(seen, c)}
    others = [*tile_questions(tiles_read), *region_questions(parted), *unmatched_questions(matches)]
    return Reading(
        width=photo.width,
        height=photo.height,
        tiles=tuple(named_tile(tile, matches.get(tile.cell)) for tile in tiles),
        pieces=(*pieces, *occluded_homes(seen.stones, pieces, seen.lattice, photo.scale)),
        ask=questions(evidence, named, unlikely, names, others),
        unseen=_unseen(seen, photo),
        names=names,
        seen=observed,
    )


def _hidden(seen: Observation, cell: Cell) -> bool:
    return seen.covered.get(cell, 0.0) > _HIDDEN


def _without_hidden_cells(seen: Observation) -> Observation:
    """Return the observation without the cells hidden by a cup or a hand, whose tiles could only be guessed."""
    shown = {c: at for c, at in seen.lattice.centres.items() if not _hidden(seen, c)}
    if len(shown) in (0, len(seen.lattice.centres)):
        return seen
    return replace(
        seen,
        lattice=Lattice(seen.lattice.plane, shown),
        edges={c: seen.edges[c] for c in shown},
        land={c: seen.land[c] for c in shown},
        tile_views={c: view for c, view in seen.tile_views.items() if c in shown},
        pieces=tuple(p for p in seen.pieces if not _hidden(seen, nearest_cell(p.foot))),
    )


def _lens_of(photo: Photo, profile: Profile | None) -> Lens | None:
    """Return the calibrated lens, scaled to the photo's pixels, which may be fewer than the file's, if any."""
    lens = None if profile is None else profile.lens_of(photo)
    return None if lens is None else lens.scaled(1 / photo.scale)


def _read_pieces(seen: Observation) -> tuple[list[Named], list[Piece]]:
    """Return the pieces, each with its (11,) colour probabilities, and the unlikely candidates."""
    palette = seen.palette
    candidates = apply_background_term(seen.pieces, seen.art)
    candidates = apply_size_term(candidates) if palette is None else [_with_taught_kind(p, palette) for p in candidates]
    candidates = apply_lookalike_term(candidates)
    pieces = [p for p in candidates if p.certainty >= PRESENT]
    colours = name_colours(pieces, palette, seen.table, lightest_art(seen.art), [p.kind for p in pieces])
    pieces = apply_player_colour_term(pieces, colours)
    clear = colour_is_clear(pieces, colours)
    unlikely = [p for p in candidates if p.certainty < PRESENT] + [
        p for p, r in zip(pieces, clear, strict=True) if not r
    ]
    colours = [c for c, r in zip(colours, clear, strict=True) if r]
    weighed = apply_supply_term([p for p, r in zip(pieces, clear, strict=True) if r], colours)
    return list(zip(weighed, colours, strict=True)), unlikely


def _tiles(
    evidence: EdgeEvidence,
    edges: Mapping[Cell, tuple[str, ...]],
    parted: Mapping[Cell, TileRegions],
    lattice: Lattice,
    scale: float,
) -> tuple[TileReading, ...]:
    return tuple(
        tile_reading(
            cell,
            edges[cell],
            parted[cell].likeliest,
            lattice.plane.to_photo(lattice.centres[cell]) * scale,
            lattice.outline(cell) * scale,
            probabilities,
        )
        for cell, probabilities in zip(evidence.cells, evidence.posterior, strict=True)
    )


def _with_taught_kind(piece: Piece, palette: Palette) -> Piece:
    """Return the piece with its kind by the taught pieces, too."""
    return replace(piece, kinds=palette.kind_probabilities(piece.kinds, shape_descriptor(piece.hull)))


def _piece(piece: Piece, colour: np.ndarray, names: Sequence[str], lattice: Lattice, scale: float) -> PieceReading:
    foot, hull = (lattice.plane.to_photo(at) * scale for at in (piece.foot, piece.hull))
    odds = PieceOdds(piece.certainty, piece.kinds, colour)
    return piece_reading(nearest_cell(piece.foot), foot, hull, odds, names, piece.rune)


def _unseen(seen: Observation, photo: Photo) -> tuple[Cell, ...]:
    """Return the cells beside the board that are hidden or cut off by the picture, where a tile may lie."""
    ring = sorted(beside(seen.lattice.centres))
    size = np.array([photo.width, photo.height]) / photo.scale
    at = seen.lattice.plane.to_photo(np.array([position(c) + 0.9 * CORNERS for c in ring]))
    cut = np.asarray(((at < 0) | (at > size)).any(axis=(1, 2)))
    return tuple(c for c, beyond in zip(ring, cut, strict=True) if beyond or _hidden(seen, c))
