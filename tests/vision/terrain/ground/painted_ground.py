"""Boards painted in colours and textures of their own, with what a network says of them."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.painted import lattice_of, maps_of, view_of
from vision.geometry.lattice import CORNERS
from vision.imaging.sampling import sample
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, UNEXCHANGED, combine_seams, edge_log_likelihoods
from vision.vocabulary import TERRAINS

COLOURS = {"P": (190, 215, 205), "M": (70, 75, 90), "O": (200, 130, 40)}
"""BGR: pale plains, which a network may take for snow."""


def painted(board, colours=COLOURS, light=None):
    """Return the view in the terrains' colours, each pixel a little off, with what a good network says of it.

    ``light`` is a factor of linear light by (x, y) from 0 to 1 over the view.
    """
    view = view_of(board)
    maps = maps_of(board, view)
    palette = np.array([(60, 90, 120), *(colours[t] for t in TERRAINS)], float)
    picture = cv2.resize(
        palette[maps.terrain.argmax(axis=2)], view.pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST
    )
    rough = picture * np.random.default_rng(1).normal(1, 0.08, picture.shape)
    if light is not None:
        y, x = np.mgrid[0 : rough.shape[0], 0 : rough.shape[1]]
        rough *= (light(x / rough.shape[1], y / rough.shape[0]) ** (1 / 2.2))[..., None]
    return replace(view, pixels=np.clip(rough, 0, 255).astype(np.uint8)), maps


def says(maps, probabilities, where=None):
    """Let the network give (P, M, O) probabilities, by the terrain it would otherwise find likeliest, in a region."""
    logits = maps.logits.copy()
    likeliest = maps.terrain.argmax(axis=2)
    for terrain, odds in probabilities.items():
        here = (likeliest == TERRAINS.index(terrain) + 1) & (True if where is None else where)
        logits[channels.TERRAIN, here] = np.log([1e-3, *odds])[:, None]
    return SceneMaps(logits)


def near(maps, view, centre, radius=0.5):
    """Return the (h, w) pixels of the maps within a radius, by default on the tile, around a table point."""
    ys, xs = np.mgrid[: maps.logits.shape[1], : maps.logits.shape[2]]
    return np.linalg.norm(view.from_maps(np.stack([xs, ys], axis=-1)) - centre, axis=-1) < radius


def terrain_at(maps, view, at):
    """Return the letter of the likeliest terrain at a table point."""
    return TERRAINS[sample(maps.terrain, view.to_maps(np.array(at)))[1:].argmax()]


def evidence_of(board, maps, view, ground=None):
    """Return the edges' evidence by these maps."""
    centres = np.array(list(lattice_of(board).centres.values()))
    exchanges = UNEXCHANGED if ground is None else ground.naming.exchanges
    return combine_seams(
        tuple(board), edge_log_likelihoods(sample_edges(maps, view, centres[:, None] + CORNERS)), exchanges
    )


def read_edges(evidence):
    """Return the likeliest edges of each tile."""
    return {
        c: tuple(EDGES[k] for k in p.argmax(axis=1)) for c, p in zip(evidence.cells, evidence.posterior, strict=True)
    }
