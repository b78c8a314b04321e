"""Places of the pieces: on tiles, on stones, and in supplies beside the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from training.scenes.board import Cell, Laid
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.pieces.played_game import played_game
from training.scenes.pieces.standing import Solid
from training.scenes.prints.noise import cut, pick
from training.scenes.prints.palettes import PIECES, draw
from training.scenes.stage import Stage

_MIN_CONTRAST = 55
"""Least difference in grey level (0..255) between a rune and its stone for it to be legible. Chosen by hand."""

_Colour = tuple[str, np.ndarray]
"""A colour's name and its (3,) BGR."""
_Owned = tuple[str, _Colour]
"""A piece's kind and its player's colour."""
_VIKING_WIDTH, _LONGHOUSE_WIDTH = 0.8, 0.65
"""Mean width of a viking relative to its size, and of a longhouse relative to its length."""

_HOUSE_SIGMA, _HOUSE_LIMIT = 0.16, 0.3
"""Offset of a longhouse from its stone's centre, pitches along each axis: standard deviation and limit."""
_MAX_OFFSET = 0.42
"""Largest offset of a piece from its tile's centre, pitches."""
_LONGHOUSES = 4
"""Longhouses that each player owns."""
_TOPPLED_HOUSES = 0.02
"""Share of a workshop's longhouses that lie on a side."""
_RINGED_SHARE = 0.5
"""Share of stones under a longhouse with a ring in its player's colour, like the Homes of the 2021 edition."""
_RING_RADII, _RING_TONE = (0.86, 0.9, 0.94), 0.85
"""Radii of the ring's lines relative to the face's radius; brightness of its paint relative to the house's."""


@dataclass(frozen=True)
class Piece:
    """A piece in its place; ``foot`` (3,) is the centre of its contact area, world coordinates."""

    kind: str
    form: str
    colour: str
    foot: np.ndarray
    cell: Cell | None
    solid: Solid


class _Bag:
    """Draws pieces from a set, one by one."""

    def __init__(self, stage: Stage, pieces: PieceSet) -> None:
        rng: np.random.Generator = stage.rng
        self.rng, self.art, self.set = rng, stage.art, pieces
        self.grain = cut(rng, pick(rng, stage.pool.strokes), 160, 160, 0.4) // 4 + 96 if pieces.grain else None
        self.taken: list[Piece] = []

    def width(self, kind: str) -> float:
        """Return the approximate width of a piece, units of the pitch."""
        return _VIKING_WIDTH * self.set.viking_size if kind == "viking" else _LONGHOUSE_WIDTH * self.set.house_size

    def take(self, kind: str, colour: tuple[str, np.ndarray], at: np.ndarray, height: float, cell: Cell | None) -> None:
        rng, chosen = self.rng, self.set
        size = 1 + rng.normal(0, 0.02)
        own = {"viking": chosen.figure, "longhouse": chosen.house}.get(kind)
        if own is not None:
            form = chosen.viking_form if kind == "viking" else chosen.house_form
            mesh = own.moved(np.eye(3) * size, np.zeros(3))
            if rng.random() < (chosen.lying if kind == "viking" else _TOPPLED_HOUSES):
                mesh, form = mesh.toppled(rng), "lying"
        elif kind == "viking":
            form = chosen.viking_form
            if form == "meeple":
                form = "lying" if rng.random() < chosen.lying else "upright"
            mesh = self.art.viking(rng, form, chosen.viking_size * size, chosen.shape, chosen.depth)
        elif kind == "longhouse":
            form = chosen.house_form
            length = chosen.house_size * size * (0.55 if form == "small" else 1.0)
            mesh = self.art.longhouse(rng, form, length)
        else:
            form = chosen.stone_form
            mesh = self.art.stone(rng, form, chosen.stone_size * size)
        mesh = mesh.at(float(at[0]), float(at[1]), height, float(rng.uniform(0, 2 * np.pi)))
        tone = np.clip(colour[1] * rng.normal(1, 0.03) + rng.normal(0, 2, 3), 0, 255)
        number = len(self.taken) + 1
        role = {"viking": 1, "longhouse": 2, "stone": 3}[kind]
        solid = Solid(mesh, tone, role, number, chosen.gloss, _legible(chosen.glyph, tone), self.grain)
        self.taken.append(Piece(kind, form, colour[0], np.array([at[0], at[1], height]), cell, solid))


def _ringed(stone: Piece, ink: np.ndarray) -> Piece:
    """Return a stone with a ring around its face; ring and sign have the same colour (3,) BGR."""
    mesh = stone.solid.mesh
    face = mesh.rings[-1]
    middle = face.mean(axis=0)
    ring = np.concatenate([face, face[:1]])
    lines = tuple(middle + (ring - middle) * (share, share, 1) for share in _RING_RADII)
    return replace(stone, solid=replace(stone.solid, mesh=replace(mesh, strokes=mesh.strokes + lines), ink=ink))


def _legible(ink: np.ndarray, ground: np.ndarray) -> np.ndarray:
    """Return the ink, or a darker or lighter one if it is not legible on that ground; (3,) BGR each."""
    if abs(float(ink.mean() - ground.mean())) > _MIN_CONTRAST:
        return ink
    lighter = float(ground.mean()) < 128
    return np.clip(ground + (_MIN_CONTRAST if lighter else -_MIN_CONTRAST), 0, 255)


def scatter(stage: Stage) -> list[Piece]:
    """Put pieces on the stage's tiles, whose ground is painted, and supplies beside the board."""
    rng, density = stage.rng, stage.options.pieces
    bag = _Bag(stage, stage.art.piece_set(rng, _ground_colours(stage)))
    share = density
    if share is None:
        share = float(rng.choice([0.0, rng.uniform(0.05, 0.4), rng.uniform(0.4, 0.85)], p=[0.08, 0.17, 0.75]))
    habits = _Habits(
        draw=_of_a_game(stage, bag.set.colours, share) if stage.options.game else None,
        share=share,
        houses=rng.uniform(0.12, 0.5),
        stones=rng.uniform(0.04, 0.3) if rng.random() < 0.35 else 0.0,
        spread=rng.uniform(0.02, 0.16),
        pairs=stage.options.pairs,
        homes=stage.options.homes,
    )
    placed = played_game(rng, stage.tiles, bag.set.colours, share) if stage.options.played else None
    for tile in stage.tiles:
        if (tile.cell is not None or rng.random() < 0.1) and not _covered(stage, tile):
            own = habits if placed is None else habits.with_piece(placed.get(tile.cell))
            _occupy(rng, bag, tile, tile.level + stage.printing.thickness, own)
    if density is None or density > 0:
        _supplies(rng, bag, stage.somewhere)
    return bag.taken


@dataclass(frozen=True)
class _Habits:
    """Shares of tiles with a piece, of houses, of tiles with a stone and with two, of stones with a house over them.

    ``spread`` is their typical distance from a tile's centre. ``draw`` gives the kind and player of the next piece;
    without it both are drawn independently of all other pieces.
    """

    draw: Callable[[], _Owned] | None
    share: float
    houses: float
    stones: float
    spread: float
    pairs: float
    homes: float

    def with_piece(self, owned: _Owned | None) -> _Habits:
        """Return the habits for a tile on which this piece stands and nothing else, or none."""
        if owned is None:
            return replace(self, share=0.0, pairs=0.0)
        return replace(self, share=1.0, pairs=0.0, stones=0.0, draw=lambda: owned)


def _ground_colours(stage: Stage) -> np.ndarray:
    """Return the colours (4, 3) of the terrains and the table, against which pieces may have little contrast."""
    rows, columns = stage.canvas.label.shape
    table = stage.canvas.colour[:: max(rows // 16, 1), :: max(columns // 16, 1)].reshape(-1, 3)
    return np.stack([*(ink.colour for ink in stage.printing.inks), np.median(table, axis=0)])


def _covered(stage: Stage, tile: Laid) -> bool:
    """Return whether a paper or card lies over the tile's middle."""
    world = np.array([[*tile.centre, tile.level + stage.printing.thickness]])
    x, y = stage.canvas.points(stage.camera, world)[0].astype(int)
    rows, columns = stage.canvas.label.shape
    return bool(0 <= x < columns and 0 <= y < rows and stage.canvas.label[y, x] == 255)


def _occupy(rng: np.random.Generator, bag: _Bag, tile: Laid, top: float, habits: _Habits) -> None:
    """Place nothing, a stone, a piece or (rarely) two pieces on a tile."""
    colours = bag.set.colours

    def spot() -> np.ndarray:
        reach = 0.3 if rng.random() < 0.95 else _MAX_OFFSET
        return tile.centre + _within(np.clip(rng.normal(0, habits.spread, 2), -reach, reach) * tile.size)

    def player() -> tuple[str, np.ndarray]:
        return colours[int(rng.integers(len(colours)))]

    if rng.random() < habits.stones:
        at = spot()
        grey = bag.set.stone_colour if bag.set.stone_colour is not None else draw(rng, PIECES["grey"])
        bag.take("stone", ("grey", grey), at, top, tile.cell)
        if rng.random() < habits.homes:
            lift = top + 0.2 * bag.set.stone_size * float(rng.random() < 0.5)
            over = at + np.clip(rng.normal(0, _HOUSE_SIGMA, 2), -_HOUSE_LIMIT, _HOUSE_LIMIT)
            owner = player()
            bag.take(
                "longhouse",
                owner,
                tile.centre + _within(over - tile.centre),
                lift,
                tile.cell,
            )
            if rng.random() < _RINGED_SHARE:
                bag.taken[-2] = _ringed(bag.taken[-2], _RING_TONE * owner[1])
        return
    first: tuple[str, np.ndarray] | None = None
    for _ in range(2 if rng.random() < habits.pairs else int(rng.random() < habits.share)):
        kind, colour = habits.draw() if habits.draw else (_any_kind(rng, habits.houses), player())
        at = spot()
        if first is not None:
            at = _beside(first[1], at, tile.centre, (bag.width(kind) + bag.width(first[0])) / 2)
        bag.take(kind, colour, at, top, tile.cell)
        first = kind, at


def _within(offset: np.ndarray) -> np.ndarray:
    """Return an offset (2,) from a tile's centre, shortened where the piece would stand off its tile."""
    return offset * min(1.0, _MAX_OFFSET / (float(np.hypot(*offset)) + 1e-9))


def _any_kind(rng: np.random.Generator, houses: float) -> str:
    return "longhouse" if rng.random() < houses else "viking"


def _of_a_game(stage: Stage, colours: Sequence[_Colour], share: float) -> Callable[[], _Owned]:
    """Return a source of pieces as in a game by the rules: one to four longhouses for each player, and vikings."""
    rng, tiles = stage.rng, sum(tile.cell is not None for tile in stage.tiles)
    expected = max(1, round(share * tiles / len(colours)))
    drawn: list[_Owned] = []
    for colour in colours:
        houses = min(int(rng.integers(1, _LONGHOUSES + 1)), expected)
        drawn += [("longhouse", colour)] * houses + [("viking", colour)] * (expected - houses)
    order = [drawn[k] for k in rng.permutation(len(drawn))]
    return lambda: order.pop() if order else ("viking", colours[int(rng.integers(len(colours)))])


def _beside(first: np.ndarray, wanted: np.ndarray, middle: np.ndarray, room: float) -> np.ndarray:
    """Return the place (2,) of a second piece, at least ``room`` from the first."""
    away = wanted - first
    apart = float(np.linalg.norm(away))
    if apart >= room:
        return wanted
    sides = first + np.outer([1, -1], away) * room / (apart + 1e-9)
    nearer: np.ndarray = sides[np.linalg.norm(sides - middle, axis=1).argmin()]
    return nearer


def _supplies(rng: np.random.Generator, bag: _Bag, somewhere: Callable[[float], np.ndarray | None]) -> None:
    """Place the players' unused pieces beside the board, in heaps or scattered."""
    for colour in bag.set.colours:
        if rng.random() < 0.5:
            continue
        heap = somewhere(1.5)
        if heap is None:
            continue
        wide = rng.uniform(0.2, 0.8)
        placed: list[np.ndarray] = []
        for _ in range(int(rng.integers(1, 9))):
            at = heap + np.clip(rng.normal(0, wide, 2), -0.9, 0.9)
            if placed and np.hypot(*(np.array(placed) - at).T).min() < 0.3:
                continue
            placed.append(at)
            bag.take("longhouse" if rng.random() < 0.2 else "viking", colour, at, 0.0, None)
