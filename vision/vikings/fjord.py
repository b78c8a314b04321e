"""A photo to everything that lies and stands in the fjord that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lens import Lens
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.squares.grid import Grid, bent
from vision.squares.search import search_grids
from vision.vikings.camera import viewpoint
from vision.vikings.cells import Flat, corners, flatten, middles
from vision.vikings.colours import Colours, settled
from vision.vikings.lattices import beside
from vision.vikings.light import Field, fit_field
from vision.vikings.placing import ROWS
from vision.vikings.seat import Seat, find_seat, mark_looks, seat_in
from vision.vikings.shades import evened
from vision.vikings.ships import SIDE as SHIP_SIDE
from vision.vikings.ships import SeenShip, see_ship
from vision.vikings.standing import Standing, find_standing
from vision.vikings.wooden import load_eye

NOTHING = (
    "No fjord with tiles can be seen in the picture; show the home board and all tiles beside it, not too far away.",
    "На снимке не видно фьорда с карточками; покажите родной фьорд и все карточки рядом с ним, не слишком издалека.",
)
_SURE_TILE = 0.5
_FEWEST = 3
_CORNERS = 0.37 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
_TABLE_FAR = 3.0
_LAID = (0.12, 0.3, 0.6)
"""The evidence for a tile: none below, as likely as not, sure above."""
_SHIFTED = 2
"""How many of the likeliest grids others are looked for beside."""
_LENS_HELPS = 0.06
"""How much longer the edges must be that a grid with a term for the lens explains, to look for the fjord anew."""


@dataclass(frozen=True)
class SeenFjord:
    """A fjord as it was seen.

    Attributes:
        seat: where it lies; pixels of the photo as it was decoded.
        lab: (h, w, 3) evened L*a*b* of the seat's flat view.
        laid: how likely a tile lies in a place, for each (row, column) where that is not out of the question.
        land: how much of the left and the right edge of each of them is land, 0..1.
        standing: the figures on them and at home.
        ships: what lies in row 0.
        colours: what colours look like in this photo.
    """

    seat: Seat
    lab: np.ndarray
    laid: Mapping[tuple[int, int], float]
    land: Mapping[tuple[int, int], tuple[float, float]]
    standing: Standing
    ships: Mapping[int, SeenShip]
    colours: Colours


def see_fjord(photo: Photo, lens: Lens | None = None, taught: Colours | None = None) -> SeenFjord:
    """Return what a photo shows of a fjord.

    Args:
        photo: the photo.
        lens: its lens, for its decoded pixels, if it is known.
        taught: the colours of the copy, if they were taught.

    Raises:
        UnreadablePhoto: no fjord is seen.
    """
    size = (photo.pixels.shape[1], photo.pixels.shape[0])
    seat = _seat(photo, size, lens)
    flat = seat.flat
    places, inside = _places(flat)
    sure = inside & (seat.faces.tile > _SURE_TILE)
    if sure.sum() < _FEWEST:
        raise UnreadablePhoto("no-board", NOTHING)
    sea, land = materials(flat, places, sure)
    laid = {place: value for place, value in _laid(seat, places, inside, sea).items() if value > _LAID[0]}
    lab = evened(flat, sea, land)
    colours = settled(mark_looks(replace(flat, lab=lab)), taught)
    islands = [place for place, value in laid.items() if place[0] >= 1 and value > _LAID[1]]
    view = viewpoint(seat.plane, size)
    standing = find_standing(load_eye(), flat, lab, islands, colours.wooden, view, seat.home)
    sides = {p: seat.faces.land[p[0] - flat.top, p[1] - flat.left] for p in laid}
    return SeenFjord(
        seat, lab, laid, {p: (float(s[0]), float(s[2])) for p, s in sides.items()}, standing,
        {p[1]: _ship(photo, seat, p[1], (sea, land), colours) for p, v in laid.items() if p[0] == 0 and v > _LAID[1]},
        replace(colours, wooden=standing.bases),
    )  # fmt: skip


def tile_odds(evidence: float) -> float:
    """Return how likely a tile lies where there is so much evidence for one."""
    return float(np.interp(evidence, _LAID, [0.03, 0.5, 0.98]))


def _seat(photo: Photo, size: tuple[int, int], lens: Lens | None) -> Seat:
    best: tuple[Seat, Grid, np.ndarray] | None = None
    for grids, segments in _searched(photo.gently_normalised, size, lens):
        found = find_seat(photo.gently_normalised, grids)
        if found is not None and (best is None or found[0].worth > best[0].worth):
            best = *found, segments
        if best is not None and best[0].plain:
            break
    if best is None:
        raise UnreadablePhoto("no-board", NOTHING)
    seat, grid, segments = best
    curved = bent(grid, segments, size)
    if curved.plane.radial and curved.support > (1 + _LENS_HELPS) * grid.support:
        again = seat_in(photo.gently_normalised, curved)
        seat = replace(again, rival=seat.rival) if again is not None and again.worth > seat.worth else seat
    return seat


def _searched(pixels: np.ndarray, size: tuple[int, int], lens: Lens | None) -> Iterator[tuple[list[Grid], np.ndarray]]:
    """Yield grids with the edges that they were found by; after the first also those beside them: coasts mislead."""
    for number, (grids, segments) in enumerate(search_grids(pixels, lens)):
        yield grids, segments
        if number == 0:
            yield [other for grid in grids[:_SHIFTED] for other in beside(grid, segments, size)], segments


def _places(flat: Flat) -> tuple[np.ndarray, np.ndarray]:
    """Return the (rows, columns, 2) middles of all squares, and which of them may hold tiles."""
    rows, columns = flat.shape
    y, x = np.mgrid[:rows, :columns]
    y, x = y + flat.top, x + flat.left
    return np.stack([x + 0.5, y + 0.5], axis=-1), (y >= 0) & (y < ROWS) & (x >= 0)


def materials(flat: Flat, places: np.ndarray, sure: np.ndarray) -> tuple[Field, Field]:
    """Return what sea and land look like, by the tiles in (rows, columns) ``sure`` at (rows, columns, 2) ``places``."""
    islands = sure & (places[..., 1] > 1)
    islands = islands if islands.sum() >= _FEWEST else sure
    squares = flat.squares()
    corner = places[sure][:, None] + _CORNERS
    return (
        fit_field(corner.reshape(-1, 2), corners(squares[sure]).reshape(-1, 3)),
        fit_field(places[islands], middles(squares[islands])),
    )


def _laid(seat: Seat, places: np.ndarray, inside: np.ndarray, sea: Field) -> dict[tuple[int, int], float]:
    """Return the evidence for a tile in each place: rims like the sea rather than the table, and another middle."""
    flat, tile = seat.flat, seat.faces.tile
    rim = corners(flat.squares())
    far = _second(np.linalg.norm(rim - sea.at(places)[..., None, :], axis=-1))
    x, y = places[..., 0], places[..., 1]
    board = (x < 0.5) & (x > -seat.home - 0.6) & (y > -0.6) & (y < ROWS + 0.6)
    bare = flat.whole() & ~board & (tile < 0.3) & (far > _TABLE_FAR * sea.spread)
    evidence = tile.copy()
    if bare.sum() > _FEWEST:
        table = fit_field(places[bare], seat.faces.sea[bare])
        other = _second(np.linalg.norm(rim - table.at(places)[..., None, :], axis=-1))
        evidence = 0.6 * tile + 0.6 * (other - far) / (other + far + 5)
    return {
        (int(np.floor(y[k])), int(np.floor(x[k]))): float(evidence[k])
        for k in map(tuple, np.argwhere(inside & flat.whole()))
    }  # fmt: skip


def _second(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.sort(values, axis=-1)[..., 1])


def _ship(photo: Photo, seat: Seat, column: int, materials: tuple[Field, Field], colours: Colours) -> SeenShip:
    close = flatten(photo.gently_normalised, seat.plane, (column, 0), (1, 1), SHIP_SIDE)
    sea, _ = materials
    return see_ship(evened(close, *materials), sea.at(sea.middle[None])[0], colours.printed)
