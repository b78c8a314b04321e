"""Surveys the board that the coarse search found: which cells hold a tile, and where exactly it lies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from games import hexgrid
from vision.board.coarse_search import Overview, overviews
from vision.board.outline_points import rim_points
from vision.board.presence import INNER, coverage, tiles_present
from vision.geometry.lattice import CORNERS, Cell, Lattice, beside, largest_group, nearest_points, position, positions
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_plane
from vision.geometry.rectified_view import View, rectify
from vision.imaging.peaks import find_peaks
from vision.imaging.sampling import sample
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_MIN_CENTRE = 0.3
"""Probability of a tile's centre from which peaks count; chosen by hand."""
_CENTRE_RADIUS, _CENTRE_BLUR = 0.2, 0.08
"""Pitches: half the least distance between two centres, and the sigma of the smoothing before. Both chosen by hand."""
_MAX_CENTRE_OFFSET = 0.17
"""Pitches between a tile's measured centre and the lattice's; chosen by hand."""
_MIN_MISSED = 0.2
"""Share of a cell's inside that shows terrain from which a tile may have been missed there; chosen by hand."""
_MAX_TILES_BY_OUTLINES = 10
"""Up to this number of tiles the plane is fitted to their outlines as well as to their centres; chosen by hand."""
_MIN_TILES = 3
"""Fewest tiles that a lattice needs."""
_MIN_TERRAIN_OF_FEW = 0.8
"""Share of the inside of each tile of a smaller board that must show terrain. Of 35 made single tiles and pairs 28 show
more, a tile of another game showed 0.73 to 0.78."""
_MIN_LIKELY_TERRAIN = 0.5
"""A neighbour of the overview's lattice with this mean probability of terrain is included in the first view;
chosen by hand."""
_MAX_SHIFT = 0.08
"""Pitches by which the refitted lattice may differ from that of the view; beyond, another view is rendered.
Chosen by hand."""
_MAX_VIEWS = 8
"""Each view may show another ring of tiles, mostly far from the camera; most boards need one or two views."""


@dataclass(frozen=True)
class Survey:
    """The located board.

    Attributes:
        lattice: the board's tiles.
        view: the rectified view of the board.
        maps: the scene network's output for the view.
        centred: the cells in which the maps show the centre of a tile.
        overview: the result of the coarse search; None if only some cells of a known board were surveyed.
    """

    lattice: Lattice
    view: View
    maps: SceneMaps
    centred: frozenset[Cell]
    overview: Overview | None = None


def survey(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> Survey | None:
    """Locate the board in a photo.

    Args:
        pixels: (h, w, 3) uint8 BGR.
        networks: the loaded networks.
        lens: the photo's lens, if known.

    Returns:
        The survey; None where no board is found.
    """
    for overview in overviews(pixels, networks, lens):
        found = _survey_closely(pixels, networks, overview)
        if found is not None:
            return found
    return None


def _survey_closely(pixels: np.ndarray, networks: Networks, overview: Overview) -> Survey | None:
    """Render rectified views until one shows the whole board; None where it has fewer than three tiles.

    A board that was found by its shape may have fewer, but all that it was found by.
    """
    lattice, fewest = overview.lattice, min(len(overview.lattice.centres), _MIN_TILES)
    chosen = {*lattice.centres, *_likely(overview)}
    for _ in range(_MAX_VIEWS):
        view = rectify(pixels, lattice.plane, positions(chosen))
        maps = infer_scene(networks, view.pixels)
        centres = tile_centres(maps, view)
        shown = _tiles(maps, view, lattice, centres, fewest)
        if shown is None:
            return None
        tiles = shown
        refitted = _refitted(tiles, pixels.shape, maps, view, networks.executor)
        wanted = {*tiles.centres, *_cut_off(centres.keys(), view, tiles, pixels.shape)}
        # Another view is needed for new cells at the rim of this one and for a plane that moved; new cells in between
        # have been seen as well as they would be there.
        is_settled = _shift(lattice, refitted) < _MAX_SHIFT and not _explains_more(refitted, lattice, maps, view)
        if _within_box(wanted, chosen) and is_settled:
            break
        # A cell that was in view stays in view: one that passes for a tile in one view only would come and go.
        lattice, chosen = refitted, chosen | wanted
    return Survey(_averaged(tiles, refitted.plane), view, maps, frozenset(centres), overview)


def _within_box(cells: Collection[Cell], others: Collection[Cell]) -> bool:
    """Return whether cells lie in the rectangle around others: then a view of these shows them all."""
    inner, outer = (positions(some) for some in (cells, others))
    return bool((inner.min(axis=0) >= outer.min(axis=0)).all() and (inner.max(axis=0) <= outer.max(axis=0)).all())


def survey_part(pixels: np.ndarray, networks: Networks, lattice: Lattice, cells: Collection[Cell]) -> Survey:
    """Survey only some cells of a board again, before a camera that has not moved.

    Args:
        pixels: (h, w, 3) uint8 BGR of the whole photo.
        networks: the loaded networks.
        lattice: the board's, from an earlier survey.
        cells: one or more; on the board or next to it.

    Returns:
        The survey, whose lattice contains only those of the cells that hold a tile.
    """
    view = rectify(pixels, lattice.plane, positions(cells))
    maps = infer_scene(networks, view.pixels)
    centres = tile_centres(maps, view)
    shown = tiles_present(maps, view, centres, cells)
    averaged = {c: (spot + lattice.centres.get(c, position(c))) / 2 for c, spot in shown.items()}
    return Survey(Lattice(lattice.plane, averaged), view, maps, frozenset(centres))


def missed_cells(found: Survey, cells: Collection[Cell]) -> frozenset[Cell]:
    """Return those of the cells that show a tile's centre or much terrain, but were not taken for tiles.

    The others are bare table: of 1 020 such cells beside 54 boards none held a tile, although the close-up network,
    which sees mostly their neighbours, was sure of a tile in many.
    """
    free = sorted(set(cells) - found.lattice.centres.keys())
    if not free:
        return frozenset()
    covered = coverage(found.maps, found.view, positions(free))
    shown = {cell for cell, share in zip(free, covered, strict=True) if share > _MIN_MISSED}
    return frozenset(shown | found.centred.intersection(free))


def _likely(overview: Overview) -> set[Cell]:
    """Return the neighbours of the overview's lattice that show terrain.

    With these in the first view, a rim tile whose centre the overview missed does not cost another view.
    """
    cells = sorted(beside(overview.lattice.centres))
    places = positions(cells)[:, None] + INNER
    at = overview.to_maps(overview.lattice.plane.to_photo(places))
    terrain = 1 - sample(overview.maps.terrain, at)[..., 0].mean(axis=1)
    return {c for c, share in zip(cells, terrain, strict=True) if share > _MIN_LIKELY_TERRAIN}


def _tiles(
    maps: SceneMaps, view: View, lattice: Lattice, centres: Mapping[Cell, np.ndarray], fewest: int
) -> Lattice | None:
    """Return the largest connected group of cells that hold a tile, with the tiles' centres; None if too few do.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view.
        lattice: the lattice so far.
        centres: `tile_centres` of the maps.
        fewest: number of tiles that suffice.
    """
    likely = set(lattice.centres) | set(centres)
    shown = tiles_present(maps, view, centres, likely | {n for c in likely for n in hexgrid.neighbours(c)})
    group = largest_group(set(shown))
    if len(group) < fewest:
        return None
    tiles = {c: shown[c] for c in sorted(group)}
    # One or two tiles have few neighbours that tell them from other things with six sides.
    if len(group) < _MIN_TILES and coverage(maps, view, np.array(list(tiles.values()))).min() < _MIN_TERRAIN_OF_FEW:
        return None
    return Lattice(lattice.plane, tiles)


def _cut_off(centred: Collection[Cell], view: View, tiles: Lattice, shape: tuple[int, ...]) -> set[Cell]:
    """Return the cells next to the board with a visible centre that the view truncates, but not the photo."""
    wanted = sorted(beside(tiles.centres).intersection(centred))
    if not wanted:
        return set()
    outlines = positions(wanted)[:, None] + CORNERS
    view_px, photo_px = view.to_view(outlines), tiles.plane.to_photo(outlines)
    in_view = np.asarray(((view_px >= 0) & (view_px < view.inside.shape[::-1])).all(axis=(1, 2)))
    in_photo = np.asarray(((photo_px >= 0) & (photo_px < shape[1::-1])).all(axis=(1, 2)))
    return {c for c, whole in zip(wanted, (in_photo & ~in_view).tolist(), strict=True) if whole}


def tile_centres(maps: SceneMaps, view: View) -> dict[Cell, np.ndarray]:
    """Return the (2,) table position of the centre that is detected in each cell."""
    spots = _centre_points(maps, view)
    return {cell: spots[k] for cell, k in nearest_points(spots, _MAX_CENTRE_OFFSET).items()}


def _centre_points(maps: SceneMaps, view: View) -> np.ndarray:
    """Return the (n, 2) table positions at which the maps show the centre of a tile, of this board or beside it."""
    pitch = view.scale / STRIDE
    peaks, _ = find_peaks(maps.centre, _MIN_CENTRE, max(2, round(_CENTRE_RADIUS * pitch)), _CENTRE_BLUR * pitch)
    return view.from_maps(peaks)


def _explains_more(refitted: Lattice, before: Lattice, maps: SceneMaps, view: View) -> bool:
    """Return whether more centres lie on the refitted lattice, at the board, than on the one before.

    Far from the tiles of the overview a plane that is a little wrong, as at a slant, leaves out whole rows.
    """
    spots = _centre_points(maps, view)
    near = {*refitted.centres, *beside(refitted.centres)}
    counts = [
        len(near.intersection(nearest_points(table, _MAX_CENTRE_OFFSET)))
        for table in (refitted.plane.to_table(before.plane.to_photo(spots)), spots)
    ]
    return counts[0] > counts[1]


def _refitted(lattice: Lattice, shape: tuple[int, ...], maps: SceneMaps, view: View, helper: Executor) -> Lattice:
    """Refit the plane to the tiles' centres, of a few also to their outlines; return the lattice in its coordinates."""
    cells = list(lattice.centres)
    measured = np.array([lattice.centres[c] for c in cells])
    ideal = positions(cells)
    centres = lattice.plane.to_photo(measured)
    if len(cells) <= _MAX_TILES_BY_OUTLINES:
        on_rims, where = rim_points(lattice, maps, view)
        ideal, measured = np.concatenate([ideal, on_rims]), np.concatenate([measured, where])
    before = lattice.plane
    plane = fit_plane(ideal, before.to_photo(measured), (shape[1], shape[0]), before.lens, before, helper)
    return Lattice(plane, dict(zip(cells, plane.to_table(centres), strict=True)))


def _averaged(tiles: Lattice, fitted: Plane) -> Lattice:
    """Return the lattice with each tile at the mean of its measured centre and that predicted by the fitted plane.

    Tiles deviate from the ideal lattice by about as much as their centres are misjudged (2 % of a pitch each on
    photos), so that the mean is more accurate than either.
    """
    cells = list(tiles.centres)
    predicted = tiles.plane.to_table(fitted.to_photo(positions(cells)))
    measured = np.array([tiles.centres[c] for c in cells])
    return Lattice(tiles.plane, dict(zip(cells, (measured + predicted) / 2, strict=True)))


def _shift(before: Lattice, after: Lattice) -> float:
    """Return the largest shift of the lattice's cells from one plane to the other, in pitches."""
    spots = positions(after.centres)
    return float(np.linalg.norm(before.plane.to_table(after.plane.to_photo(spots)) - spots, axis=1).max())
