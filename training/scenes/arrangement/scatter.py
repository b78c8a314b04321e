"""Places of the pieces: on tiles, on stones, and in supplies beside the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from training.scenes.board import Cell, Laid
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.pieces.played_game import LONGHOUSES, played_game, shuffled_game
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
_TOPPLED_HOUSES = 0.02
"""Share of a workshop's longhouses that lie on a side."""
_GAMES_WITH_HOMES, _PLACED_HOMES = 0.6, 0.9
"""Share of the games with rune stones in which each player starts with a Home, and share of these players who have
placed it; chosen by hand. All 11 players of five photographed boards with Homes have."""
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
    bag = _Bag(stage, stage.options.piece_set or stage.art.piece_set(rng, _ground_colours(stage)))
    share = density
    if share is None:
        share = float(rng.choice([0.0, rng.uniform(0.05, 0.4), rng.uniform(0.4, 0.85)], p=[0.08, 0.17, 0.75]))
    houses = rng.uniform(0.12, 0.5)
    stones = rng.uniform(0.04, 0.3) if rng.random() < 0.35 else 0.0
    habits = _Habits(
        owned=None,
        share=share,
        houses=houses,
        stones=stones if stage.options.stones is None else stage.options.stones,
        spread=rng.uniform(0.02, 0.16),
        pairs=stage.options.pairs,
        homes=stage.options.homes,
    )
    game = _pieces_of_a_game(stage, bag.set.colours, share)
    on_homes = _on_homes(rng, game) if game and habits.stones else set()
    for tile in stage.tiles:
        if (tile.cell is not None or rng.random() < 0.1) and not _covered(stage, tile):
            own = habits if game is None else habits.with_piece(game.get(tile.cell), tile.cell in on_homes)
            _occupy(rng, bag, tile, tile.level + stage.printing.thickness, own)
    if density is None or density > 0:
        built = None if game is None else Counter(colour[0] for kind, colour in game.values() if kind == "longhouse")
        _supplies(rng, bag, stage.somewhere, built)
    return bag.taken


def _pieces_of_a_game(stage: Stage, colours: Sequence[_Colour], share: float) -> dict[Cell, _Owned] | None:
    """Return the piece on each tile that has one; None where pieces stand as no rule limits them."""
    if stage.options.played:
        return played_game(stage.rng, stage.tiles, colours, share)
    return shuffled_game(stage.rng, stage.tiles, colours, share) if stage.options.game else None


def _on_homes(rng: np.random.Generator, game: Mapping[Cell, _Owned]) -> set[Cell]:
    """Return the tiles of longhouses on Home stones, of which each player has one at most."""
    built: dict[str, list[Cell]] = {}
    for cell, (kind, colour) in game.items():
        if kind == "longhouse":
            built.setdefault(colour[0], []).append(cell)
    placed = _PLACED_HOMES if rng.random() < _GAMES_WITH_HOMES else 0.0
    return {cells[int(rng.integers(len(cells)))] for cells in built.values() if rng.random() < placed}


@dataclass(frozen=True)
class _Habits:
    """Shares of tiles with a piece, of houses, of tiles with a stone and with two, of stones with a house over them.

    ``spread`` is their typical distance from a tile's centre. ``owned`` is the kind and player of a tile's piece;
    without it both are drawn independently of all other pieces.
    """

    owned: _Owned | None
    share: float
    houses: float
    stones: float
    spread: float
    pairs: float
    homes: float

    def with_piece(self, owned: _Owned | None, home: bool) -> _Habits:
        """Return the habits for a tile on which this piece stands, if any, on a Home stone or not, and no other."""
        if owned is None:
            return replace(self, share=0.0, pairs=0.0, homes=0.0)
        return replace(self, owned=owned, share=1.0, pairs=0.0, stones=float(home), homes=1.0)


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
            owner = habits.owned[1] if habits.owned else player()
            bag.take("longhouse", owner, tile.centre + _within(over - tile.centre), lift, tile.cell)
            if rng.random() < _RINGED_SHARE:
                bag.taken[-2] = _ringed(bag.taken[-2], _RING_TONE * owner[1])
        return
    first: tuple[str, np.ndarray] | None = None
    for _ in range(2 if rng.random() < habits.pairs else int(rng.random() < habits.share)):
        kind, colour = habits.owned or (_any_kind(rng, habits.houses), player())
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


def _beside(first: np.ndarray, wanted: np.ndarray, middle: np.ndarray, room: float) -> np.ndarray:
    """Return the place (2,) of a second piece, at least ``room`` from the first."""
    away = wanted - first
    apart = float(np.linalg.norm(away))
    if apart >= room:
        return wanted
    sides = first + np.outer([1, -1], away) * room / (apart + 1e-9)
    nearer: np.ndarray = sides[np.linalg.norm(sides - middle, axis=1).argmin()]
    return nearer


def _supplies(
    rng: np.random.Generator,
    bag: _Bag,
    somewhere: Callable[[float], np.ndarray | None],
    built: Mapping[str, int] | None,
) -> None:
    """Place the players' unused pieces beside the board, in heaps or scattered.

    Args:
        rng: of the picture.
        bag: the players' pieces.
        somewhere: returns a place (2,) on the table that a radius fits.
        built: numbers of longhouses on the board by colour; None where no rule limits them.
    """
    for colour in bag.set.colours:
        if rng.random() < 0.5:
            continue
        heap = somewhere(1.5)
        if heap is None:
            continue
        wide = rng.uniform(0.2, 0.8)
        placed: list[np.ndarray] = []
        houses = np.inf if built is None else LONGHOUSES - built.get(colour[0], 0)
        for _ in range(int(rng.integers(1, 9))):
            at = heap + np.clip(rng.normal(0, wide, 2), -0.9, 0.9)
            if placed and np.hypot(*(np.array(placed) - at).T).min() < 0.3:
                continue
            placed.append(at)
            kind = "longhouse" if rng.random() < 0.2 and houses > 0 else "viking"
            houses -= kind == "longhouse"
            bag.take(kind, colour, at, 0.0, None)
