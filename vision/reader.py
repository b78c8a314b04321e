"""A photo to a reading: the stages in their order."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from games import hexgrid
from vision.colours import likeliest, name_colours
from vision.doubts import Named, questions
from vision.eyes import Eyes, load_eyes
from vision.lattice import CORNERS, Cell, Lattice, nearest_cell, position
from vision.lens import Lens
from vision.photo import Photo, PhotoError
from vision.pieces import PRESENT, Piece, find_pieces
from vision.profile import Profile
from vision.reading import PieceOdds, PieceReading, Reading, TileReading
from vision.regions import Patches, read_regions
from vision.second_look import look_again
from vision.supplies import real_players, weigh_supplies
from vision.survey import Survey, survey
from vision.terrain import EDGES, EdgeEvidence, read_edges

__all__ = ["load_eyes", "read_photo"]


def read_photo(photo: Photo, eyes: Eyes, profile: Profile | None = None) -> Reading:
    """Read the board in a photo, better where a profile says something of its camera, pieces or tiles.

    Raises:
        PhotoError: code ``no-board`` where no three tiles that lie together can be seen.
    """
    found = survey(photo.pixels, eyes, _lens_of(photo, profile))
    if found is None:
        raise PhotoError(
            "no-board",
            "No board can be seen in the picture; take it from above, nearer, and with all of the tiles in it.",
        )
    evidence = read_edges(found.maps, found.view, found.lattice)
    edges = {c: tuple(EDGES[k] for k in evidence.posterior[n].argmax(axis=1)) for n, c in enumerate(evidence.cells)}
    patches = read_regions(found.maps, found.view, found.lattice, edges)
    named, unlikely = _read_pieces(found)
    return Reading(
        width=photo.width,
        height=photo.height,
        tiles=_tiles(evidence, edges, patches, found.lattice, photo.scale),
        pieces=tuple(_piece(p, c, found.lattice, photo.scale) for p, c in named),
        ask=questions(evidence, named, unlikely),
        unseen=_unseen(found, photo),
    )


def _lens_of(photo: Photo, profile: Profile | None) -> Lens | None:
    """Return the lens of the photo's pixels, which may be fewer than the file's, if it was taught."""
    lens = None if profile is None else profile.lens_of(photo)
    return None if lens is None else lens.scaled(1 / photo.scale)


def _read_pieces(found: Survey) -> tuple[list[Named], list[Piece]]:
    """Return the pieces that are there, each with its colour's probabilities, and those that perhaps are."""
    candidates = look_again(find_pieces(found.maps, found.view, found.lattice), found)
    pieces = [p for p in candidates if p.certainty >= PRESENT]
    colours = name_colours(pieces)
    real = real_players(pieces, colours)
    unlikely = [p for p in candidates if p.certainty < PRESENT] + [
        p for p, r in zip(pieces, real, strict=True) if not r
    ]
    colours = [c for c, r in zip(colours, real, strict=True) if r]
    weighed = weigh_supplies([p for p, r in zip(pieces, real, strict=True) if r], colours)
    return list(zip(weighed, colours, strict=True)), unlikely


def _tiles(
    evidence: EdgeEvidence,
    edges: Mapping[Cell, tuple[str, ...]],
    patches: Mapping[Cell, Patches],
    lattice: Lattice,
    scale: float,
) -> tuple[TileReading, ...]:
    tiles = []
    for n, cell in enumerate(evidence.cells):
        sure = evidence.posterior[n].max(axis=1)
        centre = lattice.plane.to_photo(lattice.centres[cell]) * scale
        tiles.append(
            TileReading(
                cell=cell,
                edges=edges[cell],
                regions=patches[cell].regions,
                touching=patches[cell].touching,
                px=(float(centre[0]), float(centre[1])),
                outline=lattice.outline(cell) * scale,
                confidence=float(sure.prod()),
                edge_confidence=tuple(float(v) for v in sure),
            )
        )
    return tuple(tiles)


def _piece(piece: Piece, colour: np.ndarray, lattice: Lattice, scale: float) -> PieceReading:
    foot = lattice.plane.to_photo(piece.foot) * scale
    stone = piece.kind == "stone"
    sure = piece.certainty * float(piece.kinds.max()) * (1.0 if stone else float(colour.max()))
    return PieceReading(
        kind=piece.kind,
        colour=None if stone else likeliest(colour),
        cell=nearest_cell(piece.foot),
        px=(float(foot[0]), float(foot[1])),
        hull=lattice.plane.to_photo(piece.hull) * scale,
        confidence=sure,
        odds=PieceOdds(piece.certainty, piece.kinds, colour),
    )


def _unseen(found: Survey, photo: Photo) -> tuple[Cell, ...]:
    """Return the cells beside the board that the picture does not show whole: a tile may lie there."""
    ring = sorted({n for c in found.lattice.centres for n in hexgrid.neighbours(c)} - set(found.lattice.centres))
    size = np.array([photo.width, photo.height]) / photo.scale
    at = found.lattice.plane.to_photo(np.array([position(c) + 0.9 * CORNERS for c in ring]))
    return tuple(c for c, corners in zip(ring, at, strict=True) if (corners < 0).any() or (corners > size).any())
