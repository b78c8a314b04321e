"""The networks that ship with the package, and what the scene network returns for a picture."""

from __future__ import annotations

import hashlib
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable

import cv2
import numpy as np

from vision.networks import channels
from vision.networks.activations import channel_softmax, sigmoid
from vision.networks.compiled import CompileOptions
from vision.networks.runtime import Network, load_network
from vision.networks.synchronous_executor import SynchronousExecutor

_INNER = "/up.1/joined/joined.2/Relu_output_0"
"""A tensor within the scene network of an eighth of the picture's width and height, on its way up."""
_OPTIONS = {
    "scene.onnx": CompileOptions(outputs=1, pixels=True, inner=(_INNER,)),
    "closeup.onnx": CompileOptions(pixels=True),
    "context.onnx": CompileOptions(),
    "pair.onnx": CompileOptions(),
    # Boards have any number of tiles; four at a time, at most three are inferred in vain. A tile takes 0.53 ms then; in
    # batches of one, two and eight it takes 1.02, 0.64 and 0.5 ms.
    "hidden_terrain.onnx": CompileOptions(batch=4),
    "ground.onnx": CompileOptions(),
    "edge.onnx": CompileOptions(batch=96),
    # A piece takes 0.27 ms, in batches of eight as long.
    "look.onnx": CompileOptions(batch=4, pixels=True),
    "candidate.onnx": CompileOptions(),
    # Six views of a stone's face.
    "rune.onnx": CompileOptions(batch=6),
}
WEIGHT_FILES = tuple(_OPTIONS)
"""File names of the networks, in the order of the attributes of `Networks`, in which a reading needs them."""


@dataclass(frozen=True, eq=False)
class SceneMaps:
    """The scene network's output maps for one picture; each probability map is computed on first use.

    One pixel of the maps stands for ``channels.STRIDE`` by ``channels.STRIDE`` pixels of the picture.

    Attributes:
        logits: (channels.BOARD_COUNT, h, w) float32, or (channels.COUNT, h, w) by `infer_whole_scene`: the network's
            own, also where ``terrain`` was corrected.
        inner: (64, H / 8, W / 8) float32 features within the network, of the picture padded to sides H and W that are
            multiples of ``channels.MULTIPLE``; none by `infer_whole_scene`.
    """

    logits: np.ndarray
    inner: np.ndarray | None = None

    def with_terrain(self, terrain: np.ndarray) -> SceneMaps:
        """Return maps with another (h, w, 4) ``terrain``; all else is kept."""
        return self._with(terrain=terrain)

    def with_clear(self, at: np.ndarray, clear: np.ndarray) -> SceneMaps:
        """Return maps with other probabilities (n,) that n pixels, given as flat indices, show no piece."""
        piece = self.piece.copy()
        flat = piece.reshape(-1, piece.shape[-1])
        before = flat[at]
        changed = before * ((1 - clear) / np.maximum(1 - before[:, 0], np.finfo(np.float32).tiny))[:, None]
        changed[:, 0] = clear
        flat[at] = changed
        return self._with(piece=piece)

    def _with(self, **maps: np.ndarray) -> SceneMaps:
        changed = SceneMaps(self.logits)
        vars(changed).update(vars(self) | maps)
        return changed

    @cached_property
    def terrain(self) -> np.ndarray:
        """(h, w, 4) probabilities of table, plains, mountain and ocean, also under pieces."""
        return channel_softmax(self.logits[channels.TERRAIN])

    @cached_property
    def piece(self) -> np.ndarray:
        """(h, w, 4) probabilities that the pixel shows no piece, a viking, a longhouse or a rune stone."""
        return channel_softmax(self.logits[channels.PIECE])

    @cached_property
    def centre(self) -> np.ndarray:
        """(h, w) probability of a tile's centre being here."""
        return sigmoid(self.logits[channels.CENTRE])

    @cached_property
    def rim(self) -> np.ndarray:
        """(h, w) probability of a tile's outline running here."""
        return sigmoid(self.logits[channels.RIM])

    @cached_property
    def foot(self) -> np.ndarray:
        """(h, w) probability of a piece touching the table here; only by `infer_whole_scene`."""
        return sigmoid(self.logits[channels.FOOT])

    @cached_property
    def colour(self) -> np.ndarray:
        """(h, w, 11) probabilities of the colours in ``vocabulary.COLOURS``, valid where a piece is visible.

        Only by `infer_whole_scene`.
        """
        return channel_softmax(self.logits[channels.COLOUR])


def _executor() -> Executor:
    return SynchronousExecutor() if cv2.getNumThreads() == 1 else ThreadPoolExecutor(1)


@dataclass(frozen=True)
class Networks:
    """The loaded networks; safe to share between threads.

    Attributes:
        scene: segments a whole picture, (1, h, w, 3) uint8, as far as reading a board needs it; see `SceneMaps`.
        closeup: inspects close-ups, (n, SIZE, SIZE, 4) uint8, of a cell each.
        context: corrects the close-up logits of a table's cells by comparing them with each other.
        pair: tells whether several pieces stand on one cell.
        hidden_terrain: infers the terrain of a tile beneath what hides it.
        ground: names the groups of a board's ground by comparing how the scene network sees them.
        edge: judges the edges of tiles by the terrain along them.
        look: describes a piece, so that those of one kind and table are alike; see `vision.pieces.looks`.
        candidate: judges all candidates for pieces of a table together.
        rune: reads the sign on a stone's face; see `vision.stones.signs`.
        folder: where the networks' files lie.
        executor: one thread for work beside the caller's, or none where OpenCV has but one. It is kept, since a new
            thread for each photo doubles the memory that the libraries hold.
    """

    scene: Network
    closeup: Network
    context: Network
    pair: Network
    hidden_terrain: Network
    ground: Network
    edge: Network
    look: Network
    candidate: Network
    rune: Network
    folder: Traversable
    executor: Executor = field(default_factory=_executor)

    @cached_property
    def whole_scene(self) -> Network:
        """The scene network with all its outputs, loaded on first use."""
        return load_network(self.folder / WEIGHT_FILES[0], CompileOptions(pixels=True))


def shipped_weights() -> Traversable:
    """Return the folder of the ONNX files that ship with the package."""
    return resources.files("vision.networks") / "weights"


@cache
def fingerprint_of(*names: str) -> str:
    """Return a short text that tells the shipped networks of these file names from any others."""
    weights = hashlib.sha256()
    for name in names:
        weights.update((shipped_weights() / name).read_bytes())
    return weights.hexdigest()[:16]


def load_networks(folder: Traversable | None = None) -> Networks:
    """Load the networks.

    Args:
        folder: where the ``WEIGHT_FILES`` lie; `shipped_weights` by default.
    """
    place = shipped_weights() if folder is None else folder
    # One thread loads them in the order in which a reading needs them: several would take the processor from the thread
    # that imports the modules of the reading meanwhile.
    loader = ThreadPoolExecutor(1)
    loading = (load_network(place / name, options, loader) for name, options in _OPTIONS.items())
    scene, closeup, context, pair, hidden_terrain, ground, edge, look, candidate, rune = loading
    loader.shutdown(wait=False)
    return Networks(scene, closeup, context, pair, hidden_terrain, ground, edge, look, candidate, rune, place)


def options_of(name: str) -> CompileOptions:
    """Return how readings compile the network of a file name."""
    return _OPTIONS.get(name, CompileOptions())


def infer_scene(networks: Networks, pixels: np.ndarray) -> SceneMaps:
    """Run the scene network on (h, w, 3) uint8 BGR pixels; the maps are (ceil(h / STRIDE), ceil(w / STRIDE))."""
    logits, inner = networks.scene.infer(_padded(pixels)[None])
    return SceneMaps(_cropped(logits, pixels), inner[0])


def infer_whole_scene(networks: Networks, pixels: np.ndarray) -> SceneMaps:
    """Do as `infer_scene` does, with all outputs: teaching pieces needs their feet and colours, a reading does not."""
    outputs = networks.whole_scene.infer(_padded(pixels)[None])
    return SceneMaps(_cropped(np.concatenate(outputs, axis=1), pixels))


def _padded(pixels: np.ndarray) -> np.ndarray:
    height, width = pixels.shape[:2]
    return cv2.copyMakeBorder(
        pixels, 0, -height % channels.MULTIPLE, 0, -width % channels.MULTIPLE, cv2.BORDER_REPLICATE
    )


def _cropped(logits: np.ndarray, pixels: np.ndarray) -> np.ndarray:
    height, width = (-(-side // channels.STRIDE) for side in pixels.shape[:2])
    return logits[0, :, :height, :width]
