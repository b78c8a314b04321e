"""The tiles that lie open beside the board: the draft row, and any other tile that lies loose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.fjords.tiles import Region, Tile
from vision.board.locate import Survey
from vision.geometry.rectified_view import look_down
from vision.imaging.peaks import find_peaks
from vision.loose_tiles.fit_pose import fit_pose
from vision.loose_tiles.pose import Loose, turned
from vision.networks.activations import softmax
from vision.networks.models import Networks, infer_scene
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_likelihoods
from vision.terrain.regions import PLACES, patches_of, terrain_within
from vision.tiles.apply import lying
from vision.tiles.recognise import glimpse, recognise
from vision.tiles.tile_set import KnownSet

_CENTRE = 0.25
_CLEAR = 0.6
"""How clearly a lone tile must show; see ``fit_pose``."""
_SIZE = 0.97
"""Width of a tile in pitches of the board."""
_APART = 0.85
_SEEN = 0.85
"""So much of a tile, out from its middle, must be in the picture."""
_FAR = 9.0
"""Pitches from the board's middle within which open tiles lie, or twice its own reach."""
_MOST = 10


@dataclass(frozen=True)
class OpenTile:
    """One tile beside the board.

    Attributes:
        tile: what it shows; edge ``i`` runs from corner ``i`` of the outline to the next. Its name is its name in the
            set, empty where it is not known.
        set_name: the name of its set.
        px: its middle in the upright photo, pixels.
        outline: (6, 2) pixels, its corners.
        confidence: 0..1, that its edges are right.
    """

    tile: Tile
    set_name: str
    px: tuple[float, float]
    outline: np.ndarray
    confidence: float

    def to_document(self) -> dict[str, object]:
        """Return the tile in the form of a board document's tiles, without a cell."""
        known = {"id": self.tile.name, "set": self.set_name} if self.tile.name else {}
        bare = replace(self.tile, name="", source={})
        x, y = self.outline[:2].mean(axis=0) - self.px
        return {
            **known,
            **bare.to_document(),
            "marks": list(self.tile.marks),
            "px": [round(v, 1) for v in self.px],
            "turned_deg": round(float(np.degrees(np.arctan2(y, x)) % 360), 1),
            "confidence": round(self.confidence, 4),
        }


def find_draft(
    pixels: np.ndarray,
    networks: Networks,
    found: Survey,
    sets: Sequence[KnownSet],
    on_board: Sequence[tuple[str, str]] = (),
    scale: float = 1.0,
) -> tuple[OpenTile, ...]:
    """Find the whole tiles that lie beside a board, clearest first.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        found: the survey.
        sets: the copies whose tiles they may be; without any, or where one is of none, its land is read.
        on_board: (set, name) of the tiles that the board has already: they cannot lie beside it.
        scale: pixels of the file's own picture to one of ``pixels``.
    """
    plane = found.lattice.plane
    spots = _spots(found)
    if not len(spots):
        return ()
    view = look_down(pixels, plane, spots)
    maps = infer_scene(networks, view.pixels)
    fits = sorted((fit_pose(maps, view, spot, _SIZE) for spot in spots), key=lambda fit: -fit[1])
    size = np.array([pixels.shape[1], pixels.shape[0]])
    poses: list[Loose] = []
    for pose, clear in fits:
        corners = plane.to_photo(pose.centre + _SEEN * (pose.corners() - pose.centre))
        whole = ((corners > 0) & (corners < size)).all()
        if whole and clear >= _CLEAR and all(np.linalg.norm(pose.centre - p.centre) > _APART for p in poses):
            poses.append(pose)
    if not poses:
        return ()
    outlines = np.array([pose.corners() for pose in poses])
    rims = edge_likelihoods(maps, view, outlines)
    left = [_without(known, on_board) for known in sets]
    matches = recognise(glimpse(maps, view, [replace(pose, size=1.0) for pose in poses]), rims, left)
    land = terrain_within(maps, view, np.array([p.centre + p.size * turned(PLACES, p.turn) for p in poses]))
    tiles = []
    for k, match in enumerate(matches):
        shown, sure = (lying(match), match.confidence) if match else _read(rims[k], land[k])
        x, y = plane.to_photo(poses[k].centre) * scale
        outline = plane.to_photo(outlines[k]) * scale
        tiles.append(OpenTile(shown, match.set_name if match else "", (float(x), float(y)), outline, sure))
    return tuple(tiles)


def row_key(tiles: Sequence[OpenTile]) -> tuple[object, ...]:
    """Return what stays the same of a row as long as the same tiles lie there, in any order and turn."""
    return tuple(sorted((t.set_name, t.tile.name or min(_turnings(t.tile.edges))) for t in tiles))


def _turnings(edges: tuple[str, ...]) -> list[str]:
    return ["-".join(edges[k:] + edges[:k]) for k in range(6)]


def _spots(found: Survey) -> np.ndarray:
    """(n, 2) table positions beside the board where tiles may lie, by the look at the whole photo."""
    if found.wide is None:  # only some cells of a known board were looked at
        return np.empty((0, 2))
    lattice = found.lattice
    peaks, _ = find_peaks(found.wide.maps.centre, _CENTRE, 5, blur=1.5)
    photo = found.wide.from_maps(peaks)
    table = lattice.plane.to_table(photo)
    at = np.array(list(lattice.centres.values()))
    middle = at.mean(axis=0)
    reach = max(_FAR, 2 * float(np.linalg.norm(at - middle, axis=1).max()))
    away = np.linalg.norm(table[:, None] - at[None], axis=2).min(axis=1)
    near = np.linalg.norm(table - middle, axis=1) < reach
    return np.asarray(table[(away > _APART) & near][:_MOST])


def _without(known: KnownSet, on_board: Sequence[tuple[str, str]]) -> KnownSet:
    taken = {name for set_name, name in on_board if set_name == known.name}
    return replace(known, tiles=tuple(tile for tile in known.tiles if tile.tile.name not in taken))


def _read(rim: np.ndarray, land: np.ndarray) -> tuple[Tile, float]:
    """Return the tile that a rim and the land inside show, and how sure its edges are."""
    odds = softmax(rim + LOG_PRIOR)
    edges = tuple(EDGES[k] for k in odds.argmax(axis=1))
    patches = patches_of(land, edges)
    regions = tuple(Region(g["terrain"], tuple((e, p) for e, p in g["ports"])) for g in patches.regions)
    return Tile(edges, regions, patches.touching), float(odds.max(axis=1).prod())
