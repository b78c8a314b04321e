"""A table simulated for the tracker: scenes of a picture and its reading, shown as noisy frames."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice

import cv2
import numpy as np

from companion.live.cameras.recordings import RATE, held
from companion.live.changes.alignment import carried
from companion.live.events import Event
from companion.live.named_ground import Grounds
from companion.live.tracker import Tracker
from games.hexgrid import Cell
from tests.support.readers.truth_reader import GAME, reading_of, upright
from vision.geometry.lattice import Lattice, position
from vision.imaging.photo import Photo, photo_of
from vision.merging.photo_view import PhotoView
from vision.reading.answers.answer import Answer
from vision.reading.observation import Observation
from vision.reading.reading import Reading
from vision.terrain.analyse import TileInteriors

NOISY_FRAMES = 4
"""How many different noisy frames are generated for a scene; they repeat if it is shown longer."""


@dataclass(frozen=True)
class Scene:
    """A picture and its reading."""

    pixels: np.ndarray
    reading: Reading

    def lit(self, gain: np.ndarray | float) -> Scene:
        """Return the same table in another light."""
        if np.ndim(gain) == 0:
            brightness = np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8)
            return replace(self, pixels=cv2.LUT(self.pixels, brightness))
        lit = self.pixels * np.asarray(gain, np.float32)
        return replace(self, pixels=np.clip(lit, 0, 255, out=lit).astype(np.uint8))

    def bumped(self, right: float, down: float, degrees: float) -> Scene:
        """Return the same table as seen by a camera that was moved."""
        height, width = self.pixels.shape[:2]
        matrix = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1), [0, 0, 1]])
        matrix[:2, 2] += right, down
        shown = cv2.warpPerspective(self.pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return Scene(shown, carried(self.reading, matrix))

    def resized(self, across: float, down: float) -> Scene:
        """Return the same table in a picture of another size."""
        shown = cv2.resize(self.pixels, None, fx=across, fy=down)
        return Scene(shown, carried(self.reading, np.diag([across, down, 1.0])))

    def turned_upright(self) -> Scene:
        """Return the same table as seen by a camera that was turned by a quarter."""
        to = np.array([[0.0, -1.0, self.pixels.shape[0] - 1], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        return Scene(cv2.rotate(self.pixels, cv2.ROTATE_90_CLOCKWISE), carried(self.reading, to))

    def reads(self, **changes: object) -> Scene:
        """Return the same picture with another reading."""
        return replace(self, reading=replace(self.reading, **changes))

    def without_tiles(self, *cells: tuple[int, int]) -> Scene:
        """The same picture, read without some tiles and what stands on them."""
        tiles = tuple(t for t in self.reading.tiles if t.cell not in cells)
        return self.reads(tiles=tiles, pieces=tuple(p for p in self.reading.pieces if p.cell not in cells))


@cache
def scene(number: int) -> Scene:
    """A picture of the recorded game with its truth."""
    path = GAME / f"game_{number:02}.jpg"
    pixels = cv2.imread(str(path))
    truth = reading_of(json.loads(path.with_suffix(".json").read_bytes()), pixels.shape[1], pixels.shape[0])
    return Scene(pixels, upright(truth))


class PartialReader:
    """A reader that can also read some cells of a scene again, as `CellReader` does; the others stay as read before.

    Attributes:
        rereads: how often it has done so.
        sees_new_tiles: whether it then sees tiles in cells that held none before.
    """

    def __init__(self, read: Callable[[Photo], Reading]) -> None:
        self._read = read
        self.rereads, self.sees_new_tiles = 0, True

    def __call__(self, photo: Photo) -> Reading:
        return self._with_lattice(self._read(photo))

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading:
        self.rereads += 1
        fresh, lying = self._read(photo), {t.cell for t in before.tiles}
        seen = {c for c in cells if self.sees_new_tiles or c in lying}
        tiles = [t for t in before.tiles if t.cell not in cells] + [t for t in fresh.tiles if t.cell in seen]
        pieces = [p for p in before.pieces if p.cell not in cells] + [p for p in fresh.pieces if p.cell in seen]
        return self._with_lattice(replace(fresh, tiles=tuple(tiles), pieces=tuple(pieces)))

    def _with_lattice(self, reading: Reading) -> Reading:
        lattice = Lattice(PhotoView(reading).plane, {t.cell: position(t.cell) for t in reading.tiles})
        return replace(reading, observation=Observation(lattice, {}, TileInteriors({}, {}).as_future(), (), {}, {}, {}))


_SWAPPED_TERRAINS = str.maketrans("PM", "MP")


def misread(reading: Reading) -> Reading:
    """Return a reading that takes all plains for mountain and all mountain for plains, and asks which is which."""
    tiles = tuple(
        replace(
            tile,
            edges=tuple(edge.translate(_SWAPPED_TERRAINS) for edge in tile.edges),
            regions=tuple({**g, "terrain": str(g["terrain"]).translate(_SWAPPED_TERRAINS)} for g in tile.regions),
        )
        for tile in reading.tiles
    )
    tile, edge = next((tile, edge) for tile in reading.tiles for edge in range(6) if tile.edges[edge] == "P")
    middle = tile.outline[[edge, (edge + 1) % 6]].mean(axis=0) * 0.8 + np.array(tile.px) * 0.2
    doubt = {"about": "terrain", "q": tile.cell[0], "r": tile.cell[1], "edge": edge, "px": middle.tolist()}
    return replace(reading, tiles=tiles, ask=({**doubt, "candidates": ["M", "P"], "confidence": 0.6, "covers": 9},))


class CorrectableReader:
    """A reader that swaps plains and mountain, until an answer says that there are plains at a place in the picture."""

    def __init__(self, read: Callable[[Photo], Reading]) -> None:
        self._read = read

    def __call__(self, photo: Photo) -> Reading:
        return misread(self._read(photo))

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        seen = self._read(photo)
        knows = any(answer.value == "P" and answer.px and _shows_plains(seen, answer.px) for answer in answers)
        return seen if knows else misread(seen)


def _shows_plains(reading: Reading, px: tuple[float, float]) -> bool:
    """Return whether the edge nearest to a pixel is one of plains."""
    middles = [
        (float(np.hypot(*(tile.outline[[k, (k + 1) % 6]].mean(axis=0) - px))), "P" in tile.edges[k])
        for tile in reading.tiles
        for k in range(6)
        if cv2.pointPolygonTest(tile.outline.astype(np.float32), px, False) > 0
    ]
    return bool(middles) and min(middles)[1]


class TrackerRun:
    """A tracker to which scenes are shown, each as some noisy frames.

    Attributes:
        frames: how many frames have been shown.
        readings: how often the tracker has read one.
        partial: the reader of single cells, if the tracker has one.
        read: a reader to be used instead of the one that knows the truth, if any.
    """

    def __init__(
        self, noisy: bool = True, partial: bool = False, named: Callable[[Reading], Grounds] | None = None
    ) -> None:
        self.noisy, self.frames, self.readings = noisy, 0, 0
        self.partial = PartialReader(self._reads) if partial else None
        self.tracker = Tracker(self.partial or self._reads)
        if named is not None:
            self.tracker = Tracker(CorrectableReader(self._reads), named)
        self.read: Callable[[Photo], Reading] | None = None
        self._scene: Scene | None = None

    def _reads(self, photo: Photo) -> Reading:
        assert self._scene is not None
        self.readings += 1
        return self._scene.reading if self.read is None else self.read(photo)

    def show(self, *scenes: Scene, hold: int = 8) -> list[Event]:
        """Return the events that the tracker reported while the scenes were shown."""
        events: list[Event] = []
        for self._scene in scenes:
            for photo in self._frames(self._scene, hold):
                if self.tracker.should_read(photo, self.frames / RATE):
                    events += self.tracker.read(photo, self.frames / RATE)
                self.frames += 1
        return events

    def _frames(self, shown: Scene, hold: int) -> Iterable[Photo]:
        if self.noisy:
            noisy = list(held(photo_of(shown.pixels), self.frames, min(hold, NOISY_FRAMES)))
            return islice(cycle(noisy), hold)
        return [photo_of(shown.pixels)] * hold


def tracker_run_at(number: int) -> TrackerRun:
    """Return a tracker that knows all of a scene; each call returns a copy of its own."""
    return deepcopy(_tracker_run_at(number))


@cache  # Showing the scene takes as long as most tests that begin from it.
def _tracker_run_at(number: int) -> TrackerRun:
    play = TrackerRun()
    play.show(scene(number))
    return play


def event_counts(events: Iterable[Event]) -> Counter[tuple[object, ...]]:
    """Count the events, leaving out their positions in the picture."""
    return Counter(tuple(v for k, v in e.to_dict().items() if k not in ("px", "from")) for e in events)


def expected_events(before: Reading | None, after: Reading) -> Counter[tuple[object, ...]]:
    """Return the event counts of a perfect tracker that is shown one truth after another."""
    return _events_of_board(after) - (_events_of_board(before) if before else Counter())


def _events_of_board(board: Reading) -> Counter[tuple[object, ...]]:
    tiles = [("tile-laid", *t.cell) for t in board.tiles]
    return Counter([*tiles, *(("piece-placed", p.kind, p.colour, *p.cell) for p in board.pieces)])
