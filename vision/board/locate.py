"""The close look at a board that an overview found: which cells hold a tile, and where does it lie?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from games import hexgrid
from vision.board.coarse_search import Overview, overviews
from vision.board.outline_points import rim_points
from vision.geometry.hexagon import points_along_sides
from vision.geometry.lattice import CORNERS, Cell, Lattice, beside, largest_group, nearest_cell, position
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_plane
from vision.geometry.rectified_view import View, look_down
from vision.imaging.peaks import find_peaks
from vision.imaging.sampling import sample
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_CENTRE = 0.3
_OFF = 0.17
"""How far, in pitches, a tile's real centre may lie from the lattice's."""
_COVERED, _COVERED_AT_ALL = 0.75, 0.4
_OUTLINED, _OUTLINED_AT_ALL = 0.25, 0.08
"""How much of a tile shows terrain and of its outline is seen: without a visible centre, and with one."""
_FEW_TILES = 10
"""Up to so many, the plane is fitted to their outlines, too."""
_LIKELY = 0.5
"""A cell beside the overview's lattice that shows so much terrain is in the close look's view from the start."""
_MOVED = 0.08
"""The close look is taken again where it shows the lattice to be this far off anywhere, in pitches."""
_LOOKS = 8
"""Each close look may show another ring of tiles, far from the camera above all; most boards need one or two."""
_INNER = np.concatenate([CORNERS * k for k in (0.25, 0.5, 0.75, 0.9)] + [np.zeros((1, 2))])


@dataclass(frozen=True)
class Survey:
    """Where everything is.

    Attributes:
        lattice: the board's tiles.
        view: the board from above.
        maps: what the network says of the view.
        wide: what was seen first; None where the camera had not moved, and only some cells were looked at.
    """

    lattice: Lattice
    view: View
    maps: SceneMaps
    wide: Overview | None = None


def survey(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> Survey | None:
    """Find the board in (h, w, 3) uint8 BGR pixels, taken before this lens if it is known; None where there is none."""
    for overview in overviews(pixels, networks, lens):
        found = _look_closely(pixels, networks, overview)
        if found is not None:
            return found
    return None


def _look_closely(pixels: np.ndarray, networks: Networks, wide: Overview) -> Survey | None:
    """Look at the board from straight above until all of it is in sight; None where there are no three tiles."""
    lattice, further = wide.lattice, _likely(wide)
    for _ in range(_LOOKS):
        chosen = {*lattice.centres, *further}
        view = look_down(pixels, lattice.plane, np.array([position(c) for c in chosen]))
        maps = infer_scene(networks, view.pixels)
        seen = _tiles(maps, view, lattice)
        if seen is None:
            return None
        found = seen
        refitted = _refitted(found, pixels.shape, maps, view)
        further = _cut_off(maps, view, found, pixels.shape)
        # New cells at the rim of the view and a plane that moved want another look; else this one was good.
        if {*found.centres, *further} <= chosen and _moved(lattice, refitted) < _MOVED:
            break
        lattice = refitted
    return Survey(_steadied(found, refitted.plane), view, maps, wide)


def survey_part(pixels: np.ndarray, networks: Networks, lattice: Lattice, cells: Collection[Cell]) -> Survey:
    """Look again at some cells only of a board before a camera that has not moved.

    Args:
        pixels: (h, w, 3) uint8 BGR of the whole photo.
        networks: the loaded networks.
        lattice: the board's, as an earlier survey found it.
        cells: at least one; on the board or beside it.

    Returns:
        The survey, whose lattice has only those of the cells that hold a tile.
    """
    around = np.array([position(n) for c in cells for n in (c, *hexgrid.neighbours(c))])
    view = look_down(pixels, lattice.plane, around)
    maps = infer_scene(networks, view.pixels)
    shown = _shown(maps, view, _centres(maps, view), cells)
    steadied = {c: (spot + lattice.centres.get(c, position(c))) / 2 for c, spot in shown.items()}
    return Survey(Lattice(lattice.plane, steadied), view, maps)


def _likely(wide: Overview) -> set[Cell]:
    """Return the cells beside the lattice that show terrain in the overview.

    With them in view at once, a rim tile whose centre the overview missed costs no other close look.
    """
    cells = sorted(beside(wide.lattice.centres))
    places = np.array([position(c) for c in cells])[:, None] + _INNER
    terrain = 1 - sample(wide.maps.terrain, wide.to_maps(wide.lattice.plane.to_photo(places)))[..., 0].mean(axis=1)
    return {c for c, share in zip(cells, terrain, strict=True) if share > _LIKELY}


def _tiles(maps: SceneMaps, view: View, lattice: Lattice) -> Lattice | None:
    """Decide by the close look which cells hold a tile, and where each tile's centre really is."""
    nearest = _centres(maps, view)
    known = set(lattice.centres) | set(nearest)
    shown = _shown(maps, view, nearest, known | {n for c in known for n in hexgrid.neighbours(c)})
    group = largest_group(set(shown))
    return Lattice(lattice.plane, {c: shown[c] for c in sorted(group)}) if len(group) >= 3 else None


def _cut_off(maps: SceneMaps, view: View, found: Lattice, shape: tuple[int, ...]) -> set[Cell]:
    """Return the cells beside the board that show a tile's centre and are cut off by the view, but not by the photo."""
    wanted = sorted(beside(found.centres) & set(_centres(maps, view)))
    if not wanted:
        return set()
    outlines = np.array([position(c) for c in wanted])[:, None] + CORNERS
    seen, shown = view.to_view(outlines), found.plane.to_photo(outlines)
    in_view = np.asarray(((seen >= 0) & (seen < view.inside.shape[::-1])).all(axis=(1, 2)))
    in_photo = np.asarray(((shown >= 0) & (shown < shape[1::-1])).all(axis=(1, 2)))
    return {c for c, whole in zip(wanted, (in_photo & ~in_view).tolist(), strict=True) if whole}


def _centres(maps: SceneMaps, view: View) -> dict[Cell, np.ndarray]:
    """Return the table position of the centre that is seen in each cell."""
    peaks, _ = find_peaks(maps.centre, _CENTRE, max(2, round(0.2 * view.scale / STRIDE)), 0.08 * view.scale / STRIDE)
    nearest: dict[Cell, np.ndarray] = {}
    for where in view.from_maps(peaks):
        cell = nearest_cell(where)
        away = np.linalg.norm(where - position(cell))
        if away < _OFF and away < np.linalg.norm(nearest.get(cell, np.full(2, 99.0)) - position(cell)):
            nearest[cell] = where
    return nearest


def _shown(
    maps: SceneMaps, view: View, nearest: Mapping[Cell, np.ndarray], cells: Collection[Cell]
) -> dict[Cell, np.ndarray]:
    """Return where the tile lies in each of these cells that shows one, with or without a visible centre."""
    wanted = sorted(set(cells))
    spots = np.array([position(cell) for cell in wanted]).reshape(-1, 2)
    measured = zip(wanted, _coverage(maps, view, spots), _outline_seen(maps, view, spots), strict=True)
    placed = {}
    for cell, coverage, outline in measured:
        if cell in nearest:
            if coverage > _COVERED_AT_ALL and outline > _OUTLINED_AT_ALL:
                placed[cell] = nearest[cell]
        elif coverage > _COVERED and outline > _OUTLINED:
            placed[cell] = position(cell)
    return placed


def _coverage(maps: SceneMaps, view: View, spots: np.ndarray) -> np.ndarray:
    """Share of the inside of cells at (n, 2) spots that shows terrain; nothing where the photo does not show the cell.

    Returns (n,).
    """
    places = spots[:, None] + _INNER
    at = np.round(view.to_view(places)).astype(int)
    height, width = view.inside.shape
    within = ((at >= 0) & (at < [width, height])).all(axis=-1)
    at = np.clip(at, 0, [width - 1, height - 1])
    shown = (within & view.inside[at[..., 1], at[..., 0]]).all(axis=1)
    share: np.ndarray = 1 - sample(maps.terrain, view.to_maps(places))[..., 0].mean(axis=1)
    return np.where(shown, share, 0.0)


def _outline_seen(maps: SceneMaps, view: View, spots: np.ndarray) -> np.ndarray:
    """(n,) how much clearer the outlines of cells at (n, 2) spots show than lines inside them do.

    Each side counts at the best of a few offsets. A patterned table is full of lines, but they do not keep to the
    outlines of cells.
    """
    sides = points_along_sides(np.linspace(0.1, 0.9, 9))
    offsets = np.array([0.9, 0.95, 1.0, 1.05, 0.3, 0.5, 0.7])[:, None, None, None]
    seen = sample(maps.rim, view.to_maps(spots[:, None, None, None] + sides * offsets)).mean(axis=3)
    clearer: np.ndarray = seen[:, :4].max(axis=1).mean(axis=1) - seen[:, 4:].mean(axis=(1, 2))
    return clearer


def _refitted(lattice: Lattice, shape: tuple[int, ...], maps: SceneMaps, view: View) -> Lattice:
    """Fit the plane to the tiles' real centres (of few also to their outlines) and give those in its coordinates."""
    cells = list(lattice.centres)
    seen = np.array([lattice.centres[c] for c in cells])
    ideal = np.array([position(c) for c in cells])
    centres = lattice.plane.to_photo(seen)
    if len(cells) <= _FEW_TILES:
        on_rims, where = rim_points(lattice, maps, view)
        ideal, seen = np.concatenate([ideal, on_rims]), np.concatenate([seen, where])
    plane = fit_plane(ideal, lattice.plane.to_photo(seen), (shape[1], shape[0]), lattice.plane.lens, lattice.plane)
    return Lattice(plane, dict(zip(cells, plane.to_table(centres), strict=True)))


def _steadied(found: Lattice, fitted: Plane) -> Lattice:
    """Return the lattice with each tile halfway between where it is seen and where the plane fitted to all says.

    Tiles lie off their places by about as much as their centres are misjudged (2 % of a pitch each on photos), so
    that the mean of the two is nearer to the truth than either.
    """
    cells = list(found.centres)
    said = found.plane.to_table(fitted.to_photo(np.array([position(c) for c in cells])))
    seen = np.array([found.centres[c] for c in cells])
    return Lattice(found.plane, dict(zip(cells, (seen + said) / 2, strict=True)))


def _moved(before: Lattice, after: Lattice) -> float:
    """Return how far the lattice's cells moved from one plane to the other at most, in pitches."""
    spots = np.array([position(c) for c in after.centres])
    return float(np.linalg.norm(before.plane.to_table(after.plane.to_photo(spots)) - spots, axis=1).max())
