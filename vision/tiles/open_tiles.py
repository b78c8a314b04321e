"""Detection of the tiles that lie face up beside the board: the draft row, and any other single tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.fjords.tiles import Tile
from vision.board.coarse_search import CENTRE_BLUR, CENTRE_RADIUS
from vision.board.locate import Survey
from vision.geometry.lattice import TILE_WIDTH
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View, rectify
from vision.geometry.rotation import rotated
from vision.imaging.file_pixels import file_pixels, file_point, rounded_px
from vision.imaging.peaks import find_peaks
from vision.loose_tiles.fit_pose import fit_pose
from vision.loose_tiles.pose import TilePose
from vision.networks.activations import softmax
from vision.networks.models import Networks, SceneMaps, infer_scene
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_log_likelihoods
from vision.terrain.regions import PLACES, patches_of, terrain_within
from vision.tiles.match import Match
from vision.tiles.matched_tiles import oriented_tile
from vision.tiles.recognise import recognise
from vision.tiles.tile_set import KnownSet
from vision.tiles.tile_view import view_tiles

_MIN_CENTRE = 0.25
"""Probability of a tile's centre from which a peak is a candidate; chosen by hand."""
_MIN_OUTLINE_SCORE = 0.6
"""Score of a single tile's outline, see `fit_pose`, from which it counts; chosen by hand."""
_MIN_DISTANCE = 0.85
"""Pitches between the centres of two tiles; chosen by hand."""
_MIN_VISIBLE = 0.85
"""Share of a tile, outward from its centre, that must be in the picture; chosen by hand."""
_MIN_REACH = 9.0
"""Pitches from the board's middle within which open tiles are searched, or twice the board's own reach if more; chosen
by hand."""
_MAX_CANDIDATES = 10
"""Most peaks, the highest first, that are searched for a tile; chosen by hand."""


@dataclass(frozen=True)
class OpenTile:
    """One tile beside the board.

    Attributes:
        tile: edge ``i`` runs from corner ``i`` of the outline to the next. Its name is that in the set, empty where it
            was not recognised.
        set_name: the name of its set, or empty.
        px: its centre in the upright photo, pixels.
        outline: (6, 2) corners, pixels.
        confidence: 0..1, probability that its edges are right.
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
            "px": rounded_px(self.px),
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
    """Return the whole tiles beside a board, those with the clearest outline first.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        found: the survey.
        sets: the copies whose tiles they may be; a tile in none of them is read from its terrain.
        on_board: (set, name) of the tiles on the board, which are excluded.
        scale: pixels of the file's own picture to one of ``pixels``.
    """
    candidates = _candidates(found)
    if not len(candidates):
        return ()
    # The survey's view ends one ring of cells around the board, so the candidates need a view and maps of their own.
    view = rectify(pixels, found.lattice.plane, candidates)
    maps = infer_scene(networks, view.pixels)
    poses = _whole_tiles(maps, view, candidates, found.lattice.plane, pixels.shape)
    if not poses:
        return ()
    rims = edge_log_likelihoods(sample_edges(maps, view, np.array([pose.corners() for pose in poses])))
    remaining = [_without(known, on_board) for known in sets]
    matches = recognise(view_tiles(maps, view, [replace(pose, size=1.0) for pose in poses]), rims, remaining)
    terrain = terrain_within(maps, view, np.array([p.centre + p.size * rotated(PLACES, p.angle) for p in poses]))
    read = [_matched(match) if match else _read(*shown) for match, *shown in zip(matches, rims, terrain, strict=True)]
    return tuple(_open_tile(*each, pose, found.lattice.plane, scale) for each, pose in zip(read, poses, strict=True))


def open_tiles_key(tiles: Sequence[OpenTile]) -> tuple[object, ...]:
    """Return a key that is equal for the same tiles in any order and turn."""
    return tuple(sorted((t.set_name, t.tile.name or min(_rotations(t.tile.edges))) for t in tiles))


def _rotations(edges: tuple[str, ...]) -> list[str]:
    return ["-".join(edges[k:] + edges[:k]) for k in range(6)]


def _candidates(found: Survey) -> np.ndarray:
    """Return (n, 2) table positions beside the board where tiles may lie, by the maps of the whole photo."""
    if found.overview is None:  # only some cells of a known board were surveyed
        return np.empty((0, 2))
    lattice = found.lattice
    peaks, _ = find_peaks(found.overview.maps.centre, _MIN_CENTRE, CENTRE_RADIUS, CENTRE_BLUR)
    photo = found.overview.from_maps(peaks)
    table = lattice.plane.to_table(photo)
    at = np.array(list(lattice.centres.values()))
    middle = at.mean(axis=0)
    reach = max(_MIN_REACH, 2 * float(np.linalg.norm(at - middle, axis=1).max()))
    off_board = np.linalg.norm(table[:, None] - at[None], axis=2).min(axis=1) > _MIN_DISTANCE
    near = np.linalg.norm(table - middle, axis=1) < reach
    return np.asarray(table[off_board & near][:_MAX_CANDIDATES])


def _whole_tiles(
    maps: SceneMaps, view: View, candidates: np.ndarray, plane: Plane, shape: tuple[int, ...]
) -> list[TilePose]:
    """Return the poses of tiles at (n, 2) candidates that do not overlap and lie in the photo, clearest first."""
    fits = sorted((fit_pose(maps, view, at, TILE_WIDTH) for at in candidates), key=lambda fit: -fit[1])
    poses: list[TilePose] = []
    for pose, score in fits:
        corners = plane.to_photo(pose.centre + _MIN_VISIBLE * (pose.corners() - pose.centre))
        whole = ((corners > 0) & (corners < shape[1::-1])).all()
        free = all(np.linalg.norm(pose.centre - p.centre) > _MIN_DISTANCE for p in poses)
        if whole and score >= _MIN_OUTLINE_SCORE and free:
            poses.append(pose)
    return poses


def _open_tile(tile: Tile, set_name: str, confidence: float, pose: TilePose, plane: Plane, scale: float) -> OpenTile:
    px, outline = file_point(plane.to_photo(pose.centre), scale), file_pixels(plane.to_photo(pose.corners()), scale)
    return OpenTile(tile, set_name, px, outline, confidence)


def _matched(match: Match) -> tuple[Tile, str, float]:
    """Return a recognised tile as it lies, the name of its set, and its confidence."""
    return oriented_tile(match), match.set_name, match.confidence


def _without(known: KnownSet, on_board: Sequence[tuple[str, str]]) -> KnownSet:
    taken = {name for set_name, name in on_board if set_name == known.name}
    return replace(known, tiles=tuple(tile for tile in known.tiles if tile.tile.name not in taken))


def _read(rim: np.ndarray, terrain: np.ndarray) -> tuple[Tile, str, float]:
    """Return a tile in no set by its likeliest edges and its terrain, with the probability of its edges."""
    probabilities = softmax(rim + LOG_PRIOR)
    edges = tuple(EDGES[k] for k in probabilities.argmax(axis=1))
    return patches_of(terrain, edges).to_tile(edges), "", float(probabilities.max(axis=1).prod())
