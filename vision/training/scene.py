"""Makes one picture of a table with its exact truth: tiles, pieces, terrain, seen by a random camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.channels import COLOURS
from vision.training import board as boards
from vision.training.board import Cell, Laid
from vision.training.camera import Camera, look_at
from vision.training.clutter import FLAT, UPRIGHT, lay_flat, lay_foreign_tiles, paint_hand, upright
from vision.training.document import SIZE as MAP_SIZE
from vision.training.document import regions
from vision.training.hexes import corners, rounded_outline
from vision.training.noise import NoisePool, noise_pool
from vision.training.photo import develop
from vision.training.piece_sets import Piece, scatter
from vision.training.printing import Printing, random_printing
from vision.training.standing import Light, Solid, cast, draw, put
from vision.training.tables import table_top
from vision.training.tiles import Canvas, Design, TilePainter, fixed, outline_on_table, paint_sides

MOST_CANVAS = 640_000  # pixels, for a picture of 512 x 512


@dataclass(frozen=True)
class SceneOptions:
    """What the caller fixes; what is None is drawn at random.

    Attributes:
        tiles: number of tiles on the board (least, most); (0, 0) for none.
        tilt: degrees from overhead (least, most).
        pitch: pixels between neighbours in the middle of a 512-pixel picture (least, most); grows with the picture.
        printing: the tiles' printing.
        pieces: share of the tiles with a piece.
        clutter: whether other things lie about.
        matching: share of the seams that match.
        close_up: whether the picture shows only a part of a big board.
        empty: share of pictures with no tile at all.
        whole: keep the whole board inside the picture.
        pool: seed of the noise pool that textures are cut from.
    """

    tiles: tuple[int, int] = (1, 70)
    tilt: tuple[float, float] = (0.0, 55.0)
    pitch: tuple[float, float] = (26.0, 130.0)
    printing: Printing | None = None
    pieces: float | None = None
    clutter: bool = True
    matching: float | None = None
    close_up: bool = False
    empty: float = 0.08
    whole: bool = False
    pool: int = 0


@dataclass(frozen=True)
class PlacedTile:
    """A tile as it lies in the picture; ``corners`` (6, 2) px, edge i from corner i to corner i + 1."""

    on_board: bool
    centre: tuple[float, float]
    corners: np.ndarray
    cell: Cell | None
    edges: tuple[str, ...]
    visible: float
    cut: bool
    design: Design


@dataclass(frozen=True)
class PlacedPiece:
    """A piece as it stands in the picture; ``foot`` px is the middle of its contact with the table."""

    kind: str
    form: str
    colour: str
    foot: tuple[float, float]
    cell: Cell | None
    visible: float


@dataclass(frozen=True)
class Picture:
    """A picture (H, W, 3) uint8 BGR with its truth maps (H/2, W/2) uint8 and lists; see the module's options.

    ``terrain`` is 0 table, 1 plains, 2 mountain, 3 ocean, 255 unknown; ``piece`` is 0 none, 1 viking, 2 longhouse,
    3 stone; ``colour`` indexes ``channels.COLOURS`` where a viking or longhouse is seen and is 255 elsewhere.
    """

    image: np.ndarray
    terrain: np.ndarray
    piece: np.ndarray
    colour: np.ndarray
    tiles: tuple[PlacedTile, ...]
    pieces: tuple[PlacedPiece, ...]

    def document(self) -> dict[str, Any]:
        """Return the board document of the tiles that lie on the board and can be seen."""
        shown = [t for t in self.tiles if t.on_board and t.visible >= 0.25]
        tiles = [_tile_document(t) for t in shown]
        cells = {t.cell for t in shown}
        lying = [p for p in self.pieces if p.cell in cells]
        pieces = [_piece_document(p) for p in lying if p.kind != "stone"]
        runes = [_piece_document(p) for p in lying if p.kind == "stone"]
        head = {"format": "longhouse-board", "version": 1, "game": "fjords"}
        return {**head, "tiles": tiles, "pieces": pieces, "runes": runes}


def _tile_document(tile: PlacedTile) -> dict[str, Any]:
    assert tile.cell is not None
    found, touching = regions(tile.design.labels(MAP_SIZE), tile.edges)
    q, r = tile.cell
    px = [round(v, 2) for v in tile.centre]
    return {"q": q, "r": r, "edges": list(tile.edges), "regions": found, "touching": touching, "marks": [], "px": px}


def _piece_document(piece: PlacedPiece) -> dict[str, Any]:
    assert piece.cell is not None
    q, r = piece.cell
    if piece.kind == "stone":
        return {"kind": "stone", "q": q, "r": r}
    return {"kind": piece.kind, "colour": piece.colour, "q": q, "r": r}


def make_picture(
    rng: np.random.Generator, width: int = 512, height: int = 512, options: SceneOptions = SceneOptions()
) -> Picture:
    """Make a picture; the same generator state, size and options give the same picture."""
    return _Maker(rng, width, height, options).make()


class _Maker:
    """The state of one picture while it is made."""

    def __init__(self, rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> None:
        self.rng, self.options = rng, options
        self.size = (width, height)
        self.pool: NoisePool = noise_pool(options.pool)
        self.printing = options.printing or random_printing(rng)

    def make(self) -> Picture:
        rng = self.rng
        empty = self.options.tiles[1] == 0 or rng.random() < self.options.empty
        laid = [] if empty else self._lay()
        self.camera = self._camera([t for t in laid if t.cell is not None])
        if laid:
            board = [t for t in laid if t.cell is not None]
            loose = boards.random_looseness(rng)
            laid += boards.lay_beside(rng, board, self.printing.edges, loose, self.printing.thickness)
        self.light = self._light()
        self.tiles = [t for t in laid if self._in_view(t)]
        self.canvas = self._blank()
        self._paint_tiles(empty)
        self.pieces = self._pieces()
        return self._photograph()

    # --- what lies where -------------------------------------------------------------------------

    def _lay(self) -> list[Laid]:
        rng, options = self.rng, self.options
        low, high = options.tiles
        usual = rng.uniform(8, 60) if rng.random() < 0.8 else low + (high - low + 1) * rng.random() - 0.5
        count = int(np.clip(round(usual), low, high))
        if options.close_up:
            count = max(count, min(high, 30))
        cells = boards.grow(rng, count)
        matching = (
            options.matching if options.matching is not None else (1.0 if rng.random() < 0.88 else rng.uniform(0, 0.9))
        )
        edges = boards.lay_edges(rng, cells, self.printing.edges, matching)
        return boards.lay(rng, cells, edges, boards.random_looseness(rng))

    def _camera(self, board: list[Laid]) -> Camera:
        rng, options = self.rng, self.options
        width, height = self.size
        diagonal = np.hypot(width, height)
        low, high = options.tilt
        tilt = np.deg2rad(low + (high - low) * rng.beta(1.15, 2.0))
        focal = float(np.exp(rng.uniform(np.log(0.7), np.log(2.0)))) * diagonal
        widest = np.deg2rad(74) - tilt
        focal = max(focal, diagonal / 2 / np.tan(widest))
        pitch = np.exp(np.log(options.pitch[0]) + np.log(options.pitch[1] / options.pitch[0]) * rng.beta(1.9, 1.6))
        target = rng.normal(0, 2, 2)
        if board:
            at = np.array([t.centre for t in board])
            middle, span = (at.min(0) + at.max(0)) / 2, np.ptp(at, axis=0).max() + 1
            if rng.random() < 0.8:  # most people let the board fill the picture
                pitch = float(np.clip(512 / span * np.exp(rng.normal(0.05, 0.3)), *options.pitch))
        pitch *= np.sqrt(width * height) / 512
        if board:
            room = min(width, height) / pitch
            if options.whole:
                pitch = min(pitch, 0.8 * min(width, height) / (span + 0.5))
                target = middle + rng.normal(0, 0.02, 2) * room
            elif options.close_up or span > room:
                target = at[int(rng.integers(len(at)))] + rng.normal(0, 0.1, 2) * room
            else:
                target = middle + rng.uniform(-0.5, 0.5, 2) * (room - (0.9 if rng.random() < 0.8 else 0.4) * span)
        k1 = float(rng.choice([0.0, rng.uniform(-0.15, 0.05)], p=[0.3, 0.7]))
        roll = float(rng.normal(0, 0.06)) if rng.random() < 0.85 else float(rng.uniform(-np.pi, np.pi))
        return look_at(
            target, float(pitch), float(tilt), float(rng.uniform(0, 2 * np.pi)), roll, focal, k1, (width, height)
        )

    def _light(self) -> Light:
        rng = self.rng
        rise, way = np.deg2rad(rng.uniform(28, 85)), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(way) * np.cos(rise), np.sin(way) * np.cos(rise), np.sin(rise)])
        softness = float(rng.choice([rng.uniform(0.01, 0.06), rng.uniform(0.1, 0.5)]))
        return Light(towards, float(rng.uniform(0.35, 0.85)), softness, np.clip(rng.normal(1, 0.04, 3), 0.85, 1.12))

    def _in_view(self, tile: Laid) -> bool:
        points = self.camera.project(np.column_stack([outline_on_table(tile, 0.0), np.full(6, tile.level)]))
        if (self.camera.depth(np.array([*tile.centre, 0.0])) < 0.5) or not np.isfinite(points).all():
            return False
        return bool((points.max(0) > 0).all() and (points.min(0) < self.size).all())

    # --- the table from above --------------------------------------------------------------------

    def _blank(self) -> Canvas:
        """Return the bare table over all that the picture shows."""
        camera, level = self.camera, self.printing.thickness
        width, height = self.size
        x, y = np.linspace(-3, width + 2, 9), np.linspace(-3, height + 2, 9)
        border = np.concatenate(
            [np.column_stack([x, np.full(9, v)]) for v in (-3, height + 2)]
            + [np.column_stack([np.full(9, v), y]) for v in (-3, width + 2)]
        )
        plane = camera.on_plane(border, level)
        heading = camera.axes[2][:2] if np.hypot(*camera.axes[2][:2]) > 0.05 else -camera.axes[1][:2]
        angle = np.arctan2(heading[0], -heading[1])
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        flat = plane @ turn.T
        low, span = flat.min(0), np.ptp(flat, axis=0)
        across = camera.focal / np.linalg.norm(camera.eye - np.array([*plane.mean(0), level]))
        scale = float(min(1.12 * across, np.sqrt(MOST_CANVAS * width * height / 512**2 / span.prod())))
        columns, rows = (np.ceil(span * scale).astype(int) + 2).tolist()
        affine = np.eye(3)
        affine[:2, :2] = turn * scale
        affine[:2, 2] = -low * scale + 0.5
        like = np.stack([ink.colour for ink in self.printing.inks])
        colour = table_top(self.rng, self.pool, like, rows, columns, scale)
        return Canvas(colour, np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), np.int16), affine, level)

    def _paint_tiles(self, empty: bool) -> None:
        rng, canvas, camera = self.rng, self.canvas, self.camera
        if self.options.clutter:
            self._flat_clutter(empty, 0.0)
        self._tile_shadows()
        for tile in self.tiles:
            paint_sides(canvas, camera, tile, self.printing, self.light.towards)
        painter = TilePainter(rng, self.pool, self.printing, canvas, camera) if self.tiles else None
        self.designs = painter.designs(self.tiles) if painter else []
        for n, (tile, design) in enumerate(zip(self.tiles, self.designs, strict=True)):
            if tile.level > 0:
                paint_sides(canvas, camera, tile, self.printing, self.light.towards)
            painter.paint(tile, design, n + 1)
        if self.options.clutter and rng.random() < 0.12:
            self._flat_clutter(empty, self.printing.thickness + 0.01)

    def _tile_shadows(self) -> None:
        """Darken the table where the tiles' thickness keeps the light off."""
        if not self.tiles:
            return
        canvas, light = self.canvas, self.light
        shade = np.zeros(canvas.label.shape, np.uint8)
        for tile in self.tiles:
            outline = outline_on_table(tile, self.printing.rounding)
            top = tile.level + self.printing.thickness
            moved = outline - light.towards[:2] / max(light.towards[2], 0.3) * top
            for points in (outline, moved, (outline + moved) / 2):
                at = canvas.points(self.camera, np.column_stack([points, np.zeros(len(points))]))
                cv2.fillConvexPoly(shade, fixed(at), 255, cv2.LINE_8, 4)
        shade = cv2.GaussianBlur(shade, (0, 0), max(0.6, canvas.pitch * (0.012 + 0.05 * light.softness)))
        self._darken(shade, (1 - light.ambient) * 0.9)

    def _darken(self, shade: np.ndarray, strength: float) -> None:
        gain = cv2.convertScaleAbs(shade, alpha=-strength, beta=255)
        gain = (
            cv2.LUT(shade, np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8))
            if gain is not None
            else gain
        )
        cv2.multiply(self.canvas.colour, cv2.merge([gain] * 3), dst=self.canvas.colour, scale=1 / 255)

    def _somewhere(self, clear: float) -> np.ndarray | None:
        """Return a table point in view, at least ``clear`` from every tile's centre."""
        at = np.array([t.centre for t in self.tiles]).reshape(-1, 2)
        for _ in range(8):
            spot = self.camera.on_plane(self.rng.uniform(-20, np.array(self.size) + 20, (1, 2)), 0.0)[0]
            if not len(at) or np.hypot(*(at - spot).T).min() > clear:
                return spot
        return None

    def _flat_clutter(self, empty: bool, height: float) -> None:
        rng = self.rng
        if height == 0 and rng.random() < (0.3 if empty else 0.06):
            spot = self._somewhere(1.5)
            clear = np.array([t.centre for t in self.tiles]).reshape(-1, 2)
            if spot is not None:
                lay_foreign_tiles(rng, self.pool, self.canvas, self.camera, spot, clear)
        many = rng.poisson(4.0) if empty else rng.choice([0, rng.poisson(2.0)], p=[0.5, 0.5])
        if height > 0:
            many = int(rng.integers(1, 3))
        kinds = [str(rng.choice(FLAT))] * many if rng.random() < 0.5 else [str(k) for k in rng.choice(FLAT, many)]
        for kind in kinds:
            clear = (
                0.0
                if height > 0 or kind in ("paper", "board")
                else {"card": 1.2, "hexagon": 1.1, "back": 1.1}.get(kind, 0.8)
            )
            spot = self._somewhere(clear)
            if spot is not None:
                lay_flat(rng, self.pool, self.canvas, self.camera, kind, spot, height)

    # --- what stands on it -----------------------------------------------------------------------

    def _pieces(self) -> list[Piece]:
        rows, columns = self.canvas.label.shape
        table = self.canvas.colour[:: max(rows // 16, 1), :: max(columns // 16, 1)].reshape(-1, 3)
        near = np.stack([*(ink.colour for ink in self.printing.inks), np.median(table, axis=0)])
        thickness = self.printing.thickness
        return scatter(self.rng, self.pool, self.tiles, self.options.pieces, thickness, self._somewhere, near)

    def _standing_clutter(self) -> list[Solid]:
        rng = self.rng
        if not self.options.clutter:
            return []
        solids = []
        for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.5, 0.25, 0.15, 0.1]))):
            over = rng.random() < 0.2
            spot = self._somewhere(0.0 if over else 1.4)
            if spot is not None:
                solids.append(upright(rng, str(rng.choice(UPRIGHT)), spot, self.printing.thickness if over else 0.0))
        return solids

    def _shadows(self, solids: list[Solid]) -> np.ndarray:
        """Darken the canvas under the solids' and the room's shadows; return the room's (h, w) uint8."""
        rng, canvas, light = self.rng, self.canvas, self.light
        rows, columns = canvas.label.shape
        scale = 0.5 if canvas.pitch > 45 else 1.0
        small = (int(np.ceil(columns * scale)), int(np.ceil(rows * scale)))
        shadow = np.zeros((small[1], small[0]), np.uint8)
        contact = np.zeros_like(shadow)
        for solid in solids:
            floor = float(solid.mesh.rings[..., 2].min())
            cast(canvas, self.camera, shadow, solid.mesh, light, floor, scale)
            foot = solid.mesh.rings.reshape(-1, 3)
            low = foot[foot[:, 2] < floor + 0.02]
            if len(low) > 2:
                at = canvas.points(self.camera, low) * scale
                cv2.fillConvexPoly(
                    contact, fixed(cv2.convexHull(at.astype(np.float32)).reshape(-1, 2)), 255, cv2.LINE_8, 4
                )
        unit = canvas.pitch * scale
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.5, 0.3 * light.softness * unit))
        contact = cv2.GaussianBlur(contact, (0, 0), max(0.5, 0.045 * unit))
        room = np.zeros_like(shadow)
        if rng.random() < 0.3:
            self._room(room, unit)
        strength = (1 - light.ambient) * 0.95
        total = cv2.max(
            cv2.convertScaleAbs(cv2.max(shadow, room), alpha=strength), cv2.convertScaleAbs(contact, alpha=0.35)
        )
        self._darken(cv2.resize(total, (columns, rows)), 1.0)
        return cv2.convertScaleAbs(room, alpha=strength)

    def _room(self, room: np.ndarray, unit: float) -> None:
        """Draw the shadow of a window's frame, a person or a lamp's rim."""
        rng = self.rng
        h, w = room.shape
        way = rng.uniform(0, np.pi)
        along = np.array([np.cos(way), np.sin(way)])
        across = np.array([-along[1], along[0]])
        middle = rng.uniform(0.1, 0.9, 2) * (w, h)
        for _ in range(int(rng.integers(1, 6))):
            if rng.random() < 0.5:
                along, across = across, along
            start = middle + across * rng.normal(0, 3) * unit
            far = along * 3 * (w + h)
            thick = max(1, int(unit * rng.choice([rng.uniform(0.1, 0.5), rng.uniform(1, 6)])))
            cv2.line(room, tuple(map(int, start - far)), tuple(map(int, start + far)), 255, min(thick, 600))
        room[:] = cv2.GaussianBlur(room, (0, 0), max(0.6, unit * rng.choice([0.02, 0.1, 0.4])))

    # --- the picture -----------------------------------------------------------------------------

    def _warp(self, step: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the canvas places of the picture's pixels (of blocks of ``step``), two (H, W) float32 maps."""
        camera, canvas = self.camera, self.canvas
        width, height = self.size
        offset = (step - 1) / 2
        x = np.arange(0, width, step, dtype=np.float32) + np.float32(offset - camera.centre[0])
        y = np.arange(0, height, step, dtype=np.float32) + np.float32(offset - camera.centre[1])
        r2 = (x * x)[None] + (y * y)[:, None]
        true = np.linspace(0, 1.45, 600)
        shown2 = (true * (1 + camera.k1 * true**2)) ** 2 * camera.half_diagonal**2
        table = np.interp(
            np.linspace(0, camera.half_diagonal**2 * 1.02, 2048), shown2, 1 / (1 + camera.k1 * true**2)
        ).astype(np.float32)
        factor = table[(r2 * np.float32(2047 / (camera.half_diagonal**2 * 1.02))).astype(np.int32)]
        m = (canvas.affine @ camera.to_plane(canvas.level)).astype(np.float32)
        u, v = factor * x[None], factor * y[:, None]
        below = 1 / (m[2, 0] * u + m[2, 1] * v + m[2, 2])
        return (m[0, 0] * u + m[0, 1] * v + m[0, 2]) * below, (m[1, 0] * u + m[1, 1] * v + m[1, 2]) * below

    def _photograph(self) -> Picture:
        rng, canvas, camera = self.rng, self.canvas, self.camera
        width, height = self.size
        others = self._standing_clutter()
        solids = [p.solid for p in self.pieces] + others
        room = self._shadows(solids)
        picture = cv2.remap(canvas.colour, *self._warp(1), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        half = self._warp(2)
        terrain = cv2.remap(canvas.label, *half, cv2.INTER_NEAREST)
        index = cv2.remap(canvas.index, *half, cv2.INTER_NEAREST)
        roles = np.zeros((height, width), np.uint8)
        numbers = np.zeros((height, width), np.int16)
        drawn = self._draw(solids, room, picture, roles, numbers)
        if self.options.clutter and rng.random() < 0.06:
            size = (
                camera.focal
                / camera.depth(np.array([*camera.on_plane(camera.centre[None], 0)[0], 0.0]))
                * rng.uniform(0.8, 1.4)
            )
            over = paint_hand(rng, picture, self.light, float(size)) > 127
            roles[over], numbers[over] = 9, 0
        hidden = roles[::2, ::2] == 9
        terrain[hidden & (terrain > 0)] = 255
        index[hidden] = 0
        board = ((terrain > 0) & (terrain < 4)).view(np.uint8)
        image = develop(rng, self.pool, picture, board, self.printing.gloss)
        seen = np.bincount(numbers.ravel(), minlength=len(self.pieces) + 1)
        piece = np.where(roles == 9, 0, roles)[::2, ::2].copy()
        colour = self._colours()[numbers[::2, ::2]]
        colour[(piece != 1) & (piece != 2)] = 255
        return Picture(image, terrain, piece, colour, self._placed_tiles(index), self._placed_pieces(seen, drawn))

    def _colours(self) -> np.ndarray:
        """Return the index of its colour's name for each piece's number, 255 where it has none."""
        names = np.full(len(self.pieces) + 1, 255, np.uint8)
        for piece in self.pieces:
            if piece.colour in COLOURS:
                names[piece.solid.number] = COLOURS.index(piece.colour)
        return names

    def _draw(
        self, solids: list[Solid], room: np.ndarray, picture: np.ndarray, roles: np.ndarray, numbers: np.ndarray
    ) -> dict[int, int]:
        """Draw the solids from far to near; return each piece's pixels before anything hid it."""
        camera, canvas = self.camera, self.canvas
        feet = [s.mesh.rings.reshape(-1, 3).mean(0) for s in solids]
        rank = sorted(
            range(len(solids)),
            key=lambda n: -float(np.linalg.norm(camera.eye - feet[n])) - 0.01 * (solids[n].role != 3),
        )
        scale = room.shape[1] / canvas.label.shape[1]
        drawn: dict[int, int] = {}
        for n in rank:
            solid = solids[n]
            if camera.depth(feet[n]) < 0.5:
                continue
            spot = (canvas.points(camera, feet[n][None])[0] * scale).astype(int).clip(0, np.array(room.shape[::-1]) - 1)
            dim = 1 - room[spot[1], spot[0]] / 255
            lit = (
                solid
                if dim > 0.98
                else replace(solid, colour=solid.colour * dim, side=None if solid.side is None else solid.side * dim)
            )
            sprite = draw(lit, camera, self.light)
            if sprite is None:
                continue
            put(picture, sprite)
            area = np.s_[sprite.y : sprite.y + sprite.cover.shape[0], sprite.x : sprite.x + sprite.cover.shape[1]]
            over = sprite.cover > 127
            roles[area][over] = solid.role or 9
            numbers[area][over] = solid.number
            drawn[solid.number] = int(over.sum())
        return drawn

    # --- the truth -------------------------------------------------------------------------------

    def _placed_tiles(self, index: np.ndarray) -> tuple[PlacedTile, ...]:
        width, height = self.size
        seen = np.bincount(index.ravel(), minlength=len(self.tiles) + 1) * 4.0
        placed = []
        for n, (tile, design) in enumerate(zip(self.tiles, self.designs, strict=True)):
            top = tile.level + self.printing.thickness
            points = np.concatenate([[tile.centre], outline_on_table(tile, 0.0)])
            shown = self.camera.project(np.column_stack([points, np.full(7, top)]))
            rounded = self.camera.project(
                np.column_stack(
                    [
                        outline_on_table(tile, self.printing.rounding),
                        np.full(len(rounded_outline(self.printing.rounding)), top),
                    ]
                )
            )
            area = max(float(cv2.contourArea(rounded.astype(np.float32))), 1.0)
            cut = bool((shown < -0.5).any() or (shown[:, 0] > width - 0.5).any() or (shown[:, 1] > height - 0.5).any())
            visible = float(min(seen[n + 1] / area, 1.0))
            centre = (float(shown[0, 0]), float(shown[0, 1]))
            placed.append(
                PlacedTile(tile.cell is not None, centre, shown[1:], tile.cell, tile.edges, visible, cut, design)
            )
        return tuple(placed)

    def _placed_pieces(self, seen: np.ndarray, drawn: dict[int, int]) -> tuple[PlacedPiece, ...]:
        placed = []
        for piece in self.pieces:
            number = piece.solid.number
            foot = self.camera.project(piece.foot)
            whole = drawn.get(number, 0)
            if whole == 0 or not ((foot >= -40) & (foot < np.array(self.size) + 40)).all():
                continue
            share = float(seen[number] / whole)
            placed.append(
                PlacedPiece(piece.kind, piece.form, piece.colour, (float(foot[0]), float(foot[1])), piece.cell, share)
            )
        return tuple(placed)


assert corners().shape == (6, 2)
