"""Random boards: occupied cells, terrain of the edges, and the tiles' inexact positions on the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.scenes.hexes import DIRECTIONS, centre_of

Cell = tuple[int, int]
LETTERS = "PMO"
"""Letters of plains, mountain and ocean in edge strings."""
_BOARDS = 20
"""Boards that are drawn at most until one is as even as its style asks; chosen by hand."""


@dataclass(frozen=True)
class Laid:
    """One tile as it lies on the table.

    Attributes:
        cell: its cell, or None beside the board.
        edges: six edge strings, clockwise, edge 0 east when ``turn`` is 0.
        centre: (2,) place on the table, units of the pitch.
        turn: radians, clockwise in the picture.
        size: of the tile over its cell (1 = no gap).
        level: height of its underside, units of the pitch (a stack's tile lies higher).
    """

    cell: Cell | None
    edges: tuple[str, ...]
    centre: np.ndarray
    turn: float
    size: float
    level: float


def _one_of(rng: np.random.Generator, shares: np.ndarray | tuple[float, ...]) -> int:
    """Draw an index by shares that sum to 1; much faster than ``Generator.choice``."""
    return min(int(np.searchsorted(np.cumsum(shares), rng.random(), side="right")), len(shares) - 1)


def grow(rng: np.random.Generator, count: int) -> list[Cell]:
    """Return ``count`` connected cells, grown one by one, round or straggling, with holes."""
    compact = rng.uniform(0, 3)
    cells: list[Cell] = [(0, 0)]
    taken = {(0, 0)}
    fringe = dict.fromkeys(DIRECTIONS, 1)  # free cells by the number of their neighbours
    heading = rng.uniform(0, 2 * np.pi)
    stretch = rng.uniform(0, 0.6) if rng.random() < 0.5 else 0.0
    while len(cells) < count:
        choices = sorted(fringe)
        near = np.array([fringe[cell] for cell in choices], float)
        at = centre_of(np.array(choices))
        reach = np.hypot(*at.T) * (1 - stretch * np.abs(np.cos(np.arctan2(at[:, 1], at[:, 0]) - heading)))
        weight = np.exp(compact * np.minimum(near, 4) - 0.35 * reach * compact)
        q, r = choices[_one_of(rng, weight / weight.sum())]
        cells.append((q, r))
        taken.add((q, r))
        del fringe[q, r]
        for cell in {(q + a, r + b) for a, b in DIRECTIONS} - taken:
            fringe[cell] = fringe.get(cell, 0) + 1
    return cells


@dataclass(frozen=True)
class EdgeStyle:
    """Edges of a set.

    Attributes:
        parts: shares of edges of one, two and three parts.
        terrain: shares of the terrains.
        cluster: 0..1, how far the terrains cluster on a board.
        scale: of these clusters, pitches.
        runs: 0..1, probability that an edge begins with the terrain at the end of the one before.
        uneven: 0..1, by how much a board's share of a terrain differs from ``terrain`` at most, since a set has as many
            tiles of each kind as it has; if no board of a few drawn is that even, the most even one is laid.
    """

    parts: tuple[float, float, float]
    terrain: tuple[float, float, float]
    cluster: float
    scale: float
    runs: float = 0.0
    uneven: float = 1.0


def random_edge_style(rng: np.random.Generator) -> EdgeStyle:
    """Draw the edge style of a set."""
    mixed = rng.choice([0.0, 0.04, 0.15, 0.5], p=[0.35, 0.3, 0.25, 0.1])
    triple = mixed * rng.uniform(0, 0.5)
    terrain = rng.dirichlet([4.0, 2.5, 2.5])
    cluster, scale, runs = (float(rng.uniform(*limits)) for limits in ((0, 1), (0.5, 4), (0, 0.8)))
    return EdgeStyle((1 - mixed, mixed - triple, triple), tuple(terrain), cluster, scale, runs)


def _edge(rng: np.random.Generator, style: EdgeStyle, share: np.ndarray, before: str | None) -> str:
    """Return an edge string drawn from terrain shares (3,), which may go on with the edge before."""
    text = before[-1] if before is not None and rng.random() < style.runs else LETTERS[_one_of(rng, share)]
    for _ in range(_one_of(rng, style.parts)):
        text += LETTERS.replace(text[-1], "")[int(rng.random() < 0.5)]
    return text


def _edges(rng: np.random.Generator, style: EdgeStyle) -> tuple[str, ...]:
    """Return the six edges of a tile on its own."""
    edges: list[str] = []
    for _ in range(6):
        edges.append(_edge(rng, style, np.array(style.terrain), edges[-1] if edges else None))
    return tuple(edges)


def lay_edges(rng: np.random.Generator, cells: list[Cell], style: EdgeStyle, matching: float) -> list[tuple[str, ...]]:
    """Return each cell's six edges; a seam matches with probability ``matching``."""
    best, least = [], np.inf
    for _ in range(_BOARDS):
        edges = _lay_edges(rng, cells, style, matching)
        away = float(np.abs(_shares(edges) - style.terrain).max())
        if away < least:
            best, least = edges, away
        if least <= style.uneven:
            break
    return best


def _shares(edges: list[tuple[str, ...]]) -> np.ndarray:
    """Return the (3,) shares of the terrains on all edges."""
    texts = [edge for six in edges for edge in six]
    return np.array([np.mean([edge.count(letter) / len(edge) for edge in texts]) for letter in LETTERS])


def _lay_edges(rng: np.random.Generator, cells: list[Cell], style: EdgeStyle, matching: float) -> list[tuple[str, ...]]:
    waves = rng.standard_normal((3, 4, 2)) * (2.2 / style.scale)
    phases = rng.uniform(0, 2 * np.pi, (3, 4))
    centres = centre_of(np.array(cells))
    angle = np.deg2rad(60 * np.arange(6))
    middles = centres[:, None] + 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    field = np.cos(np.einsum("nec,tkc->netk", middles, waves) + phases).sum(-1)
    logit = np.log(np.array(style.terrain) + 0.02) + 2.0 * style.cluster * field
    share = np.exp(logit - logit.max(-1, keepdims=True))
    share /= share.sum(-1, keepdims=True)
    laid: dict[tuple[Cell, int], str] = {}
    for n, (q, r) in enumerate(cells):
        lone = rng.random() < 0.08
        whole = LETTERS[_one_of(rng, share[n, 0])]
        for i, (a, b) in enumerate(DIRECTIONS):
            other = laid.get(((q + a, r + b), (i + 3) % 6))
            if other is not None and rng.random() < matching:
                laid[(q, r), i] = other[::-1]
            else:
                laid[(q, r), i] = whole if lone else _edge(rng, style, share[n, i], laid.get(((q, r), i - 1)))
    return [tuple(laid[cell, i] for i in range(6)) for cell in cells]


@dataclass(frozen=True)
class Looseness:
    """Inexactness of the tiles: gap and offset (pitches), turn (radians); the last two are standard deviations."""

    gap: float
    offset: float
    turn: float


def random_looseness(rng: np.random.Generator) -> Looseness:
    """Draw how the tiles lie."""
    gap = float(rng.choice([0.0, 1.0], p=[0.2, 0.8]) * rng.uniform(0, 0.06))
    return Looseness(gap, float(rng.uniform(0, 0.018)), float(np.deg2rad(rng.uniform(0, 1.8))))


def lay(rng: np.random.Generator, cells: list[Cell], edges: list[tuple[str, ...]], loose: Looseness) -> list[Laid]:
    """Lay the board's tiles at their cells, a little off."""
    offsets = np.clip(rng.normal(0, 1, (len(cells), 2)), -2.2, 2.2) * loose.offset
    turns = np.clip(rng.normal(0, 1, len(cells)), -2.2, 2.2) * loose.turn
    at = centre_of(np.array(cells)) + offsets
    return [
        Laid(c, e, at[n], float(turns[n]), 1 - loose.gap, 0.0)
        for n, (c, e) in enumerate(zip(cells, edges, strict=True))
    ]


def lay_beside(
    rng: np.random.Generator, board: list[Laid], style: EdgeStyle, loose: Looseness, thickness: float
) -> list[Laid]:
    """Return a draft row, loose tiles and a stack beside the board, clear of it and off its lattice."""
    if not board:
        return []
    at = np.array([t.centre for t in board])
    wanted: list[tuple[np.ndarray, float]] = []
    way = rng.uniform(0, 2 * np.pi)
    out = np.array([np.cos(way), np.sin(way)])
    edge = at[np.argmax(at @ out)]
    row = int(rng.integers(0, 6)) if rng.random() < 0.65 else 0
    along = np.array([-out[1], out[0]])
    start = edge + out * rng.uniform(1.25, 2.2) + along * rng.uniform(-2, 2)
    step, base = rng.uniform(1.08, 1.5), rng.uniform(0, 2 * np.pi)
    for k in range(row):
        turn = base + (rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(0, 6.3))
        wanted.append((start + along * step * (k - row / 2) + rng.normal(0, 0.04, 2), turn))
    for _ in range(int(rng.poisson(0.7))):
        way = rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(way), np.sin(way)])
        wanted.append((at[np.argmax(at @ out)] + out * rng.uniform(1.1, 2.6), rng.uniform(0, 2 * np.pi)))
    placed: list[Laid] = []
    for centre, turn in wanted:
        others = np.concatenate([at, np.array([t.centre for t in placed]).reshape(-1, 2)])
        if np.hypot(*(others - centre).T).min() < 1.17:
            continue
        height = int(rng.integers(1, 9)) if rng.random() < 0.12 else 0
        edges = _edges(rng, style)
        placed.append(Laid(None, edges, centre, float(turn), 1 - loose.gap, height * thickness))
    return placed
