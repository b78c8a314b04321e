"""Maps as a perfect network would give them, painted from a board's edges, for tests of the later stages."""

import numpy as np

from games import hexgrid
from tests.vision.cameras import camera_plane
from vision.geometry.lattice import CORNERS, Lattice, position
from vision.geometry.rectified_view import View
from vision.networks import channels
from vision.networks.closeup_channels import FEATURE_COUNT, LOGIT_COUNT, STRIDE
from vision.networks.models import SceneMaps
from vision.pieces.closeups import CHANNELS, SIZE, frame_cells
from vision.pieces.inspect_cells import CellInspection, CellOutput
from vision.pieces.pair_network import PAIRS
from vision.vocabulary import COLOURS, PIECES, TERRAINS

SCALE = 72.0


def lattice_of(cells) -> Lattice:
    """Return a lattice with every tile exactly in its place."""
    return Lattice(camera_plane(0, 0, 0.0), {c: position(c) for c in cells})


def view_of(cells, pixels=None) -> View:
    """Return the view from above of these cells, grey unless pixels are given."""
    spots = np.array([position(c) for c in cells])
    low, high = spots.min(axis=0) - 1.1, spots.max(axis=0) + 1.1
    width, height = (int(v) // 2 * 2 for v in np.ceil((high - low) * SCALE))
    pixels = np.full((height, width, 3), 128, np.uint8) if pixels is None else pixels
    return View(pixels, np.ones((height, width), bool), low, SCALE)


def maps_of(tiles, view: View, pieces=(), sure: float = 0.95) -> SceneMaps:
    """Paint maps for ``{cell: edges}`` and ``(kind, colour, (x, y) table)`` pieces, discs of 0.12 pitch."""
    height, width = view.inside.shape[0] // 2, view.inside.shape[1] // 2
    ys, xs = np.mgrid[0:height, 0:width]
    places = view.from_maps(np.stack([xs, ys], axis=-1))
    labels = _terrain(tiles, places)
    kinds, colours = np.zeros((height, width), int), np.zeros((height, width), int)
    heat = np.zeros((height, width), np.float32)
    for kind, colour, at in pieces:
        away = np.linalg.norm(places - np.array(at), axis=-1)
        kinds[away < 0.12] = PIECES.index(kind) + 1
        colours[away < 0.12] = COLOURS.index(colour) if colour else 0
        heat = np.maximum(heat, np.exp(-(away**2) / (2 * 0.05**2)).astype(np.float32))
    logits = np.empty((channels.COUNT, height, width), np.float32)
    logits[channels.TERRAIN] = np.log(_soft(labels, 4, sure)).transpose(2, 0, 1)
    logits[channels.PIECE] = np.log(_soft(kinds, 4, sure)).transpose(2, 0, 1)
    logits[channels.COLOUR] = np.log(_soft(colours, len(COLOURS), sure)).transpose(2, 0, 1)
    points = {channels.CENTRE: _heat(places, [position(c) for c in tiles]), channels.RIM: 0 * heat, channels.FOOT: heat}
    for number, field in points.items():
        chance = np.clip(field, 1e-6, 1 - 1e-6)
        logits[number] = np.log(chance / (1 - chance))
    return SceneMaps(logits)


def painted_inspection(cell, *pieces, sure: float = 0.97, light: int = 128) -> CellInspection:
    """Paint a close look at a cell with ``(kind, colour, (x, y) table)`` pieces, discs of 0.12 pitch."""
    frame = frame_cells(camera_plane(0, 0, 0.0), [position(cell)])[0]
    side = SIZE // STRIDE
    ys, xs = np.mgrid[0:side, 0:side]
    places = frame.on_table(np.stack([xs, ys], axis=-1) * STRIDE + (STRIDE - 1) / 2)
    mask, foot = np.zeros((side, side), int), np.zeros((side, side), np.float32)
    counts, colours = np.zeros(len(PIECES), int), np.zeros(2, int)
    for kind, colour, at in pieces:
        k = PIECES.index(kind)
        away = np.linalg.norm(places - np.array(at), axis=-1)
        mask[away < 0.12] = k + 1
        foot = np.maximum(foot, np.exp(-(away**2) / (2 * 0.075**2)).astype(np.float32))
        counts[k] += 1
        if colour is not None:
            colours[min(k, 1)] = COLOURS.index(colour)
    closeup = np.full((SIZE, SIZE, CHANNELS), light, np.uint8)
    named = np.log(_soft(colours, len(COLOURS), sure))
    output = CellOutput(np.zeros(LOGIT_COUNT, np.float32), np.zeros(FEATURE_COUNT, np.float32))
    pairs = np.array([tuple(counts) == content for content in PAIRS]) * sure
    shown = _soft(mask, 4, sure)
    return CellInspection(closeup, frame, _soft(counts, 3, sure), named, 0.99, 0.01, shown, foot, pairs, output)


def _terrain(tiles, places) -> np.ndarray:
    """Label every place of a tile by the edge part that faces it, 0 beside the board."""
    labels = np.zeros(places.shape[:2], int)
    for cell, edges in tiles.items():
        near = around(places, position(cell), 0.6)
        inside, edge, share = _facing(places[near] - position(cell))
        for i, letters in enumerate(edges):
            part = np.minimum((share * len(letters)).astype(int), len(letters) - 1)
            here = inside & (edge == i)
            labels[near][here] = np.array([TERRAINS.index(x) + 1 for x in letters])[part[here]]
    return labels


def around(places, spot, reach: float) -> tuple[slice, slice]:
    """Return the rows and columns of a view from straight above that lie within a distance of a spot."""
    columns = np.flatnonzero(np.abs(places[0, :, 0] - spot[0]) <= reach)
    rows = np.flatnonzero(np.abs(places[:, 0, 1] - spot[1]) <= reach)
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _facing(away: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    ends = np.roll(CORNERS, -1, axis=0)
    normals = (CORNERS + ends) / np.linalg.norm(CORNERS + ends, axis=1, keepdims=True)
    out = away @ normals.T
    edge = out.argmax(axis=-1)
    rim = away * (0.5 / np.maximum(out.max(axis=-1), 1e-6))[..., None]
    share = ((rim - CORNERS[edge]) * (ends - CORNERS)[edge]).sum(axis=-1) * 3
    return out.max(axis=-1) <= 0.5, edge, np.clip(share, 0, 0.999)


def _soft(labels: np.ndarray, count: int, sure: float) -> np.ndarray:
    soft = np.full((*labels.shape, count), (1 - sure) / (count - 1), np.float32)
    np.put_along_axis(soft, labels[..., None], sure, axis=-1)
    return soft


def _heat(places: np.ndarray, spots) -> np.ndarray:
    heat = np.zeros(places.shape[:2], np.float32)
    for spot in spots:
        near = around(places, spot, 0.6)  # further away it is less than the least number that is kept
        away = np.linalg.norm(places[near] - spot, axis=-1)
        heat[near] = np.maximum(heat[near], np.exp(-(away**2) / (2 * 0.08**2)).astype(np.float32))
    return heat


def random_board(rng: np.random.Generator, cells, edges) -> dict:
    """Give cells random edges of the given strings, so that neighbours match."""
    board: dict = {}
    for cell in cells:
        beside = [board.get(n) for n in hexgrid.neighbours(cell)]
        board[cell] = tuple(
            other[(i + 3) % 6][::-1] if other else edges[int(rng.integers(len(edges)))]
            for i, other in enumerate(beside)
        )
    return board
