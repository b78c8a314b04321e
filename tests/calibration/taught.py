"""Small photos of one copy's tiles and stones, spread out and in play, with their truth."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from vision.imaging.photo import decode_photo
from vision.networks.models import load_networks

DATA = Path(__file__).parent / "data"


@cache
def networks():
    return load_networks()


def photo(name):
    """Return a stored photo."""
    return decode_photo((DATA / f"{name}.jpg").read_bytes())


def truth(name):
    """Return the truth of a stored photo."""
    return json.loads((DATA / f"{name}.json").read_bytes())


def nearest(px, things, reach=40):
    """Return the thing whose ``px`` is nearest, or None where none is near."""
    away = [np.hypot(*np.subtract(thing["px"], px)) for thing in things]
    return things[int(np.argmin(away))] if away and min(away) < reach else None


def edges_from(edges, first):
    """Return the edges of a tile in their order, beginning with another one."""
    return tuple(edges[(k + first) % 6] for k in range(6))


def rotations(edges):
    """Return the edges of a tile in each of its six orientations."""
    return {edges_from(edges, k) for k in range(6)}


def ports(regions, turn=0):
    """Return the regions that reach the rim, in any order, turned clockwise by so many sixths."""
    return sorted(
        (g["terrain"], tuple(sorted(((e + turn) % 6, p) for e, p in g["ports"]))) for g in regions if g["ports"]
    )
