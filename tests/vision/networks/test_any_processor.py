"""Networks in 8 bits answer alike on processors that add their products exactly (VNNI) and on older ones."""

import os
import subprocess
import sys

import numpy as np
import pytest

_INFER = """
import sys
import numpy as np
from vision.networks.models import shipped_weights
from vision.networks.runtime import load_network
outputs = {}
for name, blob in np.load(sys.argv[1]).items():
    for number, output in enumerate(load_network(shipped_weights() / f"{name}.onnx").infer(blob)):
        outputs[f"{name} {number}"] = output
np.savez(sys.argv[2], **outputs)
"""
_SHAPES = {
    "scene": (1, 3, 128, 160),
    "closeup": (4, 4, 96, 96),
    "look": (4, 5, 48, 48),
    "hidden_terrain": (4, 7, 49, 49),
}


def _pictures(shape):
    """Return smooth patterns with sharp borders, 0..1, as pictures are."""
    rng = np.random.default_rng(7)
    rows, columns = np.mgrid[: shape[2], : shape[3]] / 12
    waves = [np.sin(rows * a + columns * b + c) for a, b, c in rng.normal(0, 1, (shape[0] * shape[1], 3))]
    smooth = 0.5 + 0.5 * np.array(waves).reshape(shape)
    return np.where(smooth > 0.7, 1.0, smooth).astype(np.float32)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """All networks' outputs in a process that uses no newer instructions than AVX2, and in one that uses all."""
    folder = tmp_path_factory.mktemp("outputs")
    np.savez(folder / "blobs.npz", **{name: _pictures(shape) for name, shape in _SHAPES.items()})
    for instructions in ("AVX2", "DEFAULT"):
        words = [sys.executable, "-c", _INFER, folder / "blobs.npz", folder / f"{instructions}.npz"]
        subprocess.run(words, env=os.environ | {"ONEDNN_MAX_CPU_ISA": instructions}, check=True, timeout=300)
    return np.load(folder / "AVX2.npz"), np.load(folder / "DEFAULT.npz")


@pytest.mark.long
@pytest.mark.parametrize("name", _SHAPES)
def test_an_older_processor_gives_the_same_outputs(name, outputs):
    older, newest = outputs
    own = [key for key in newest.files if key.startswith(f"{name} ")]
    assert own
    for key in own:
        np.testing.assert_allclose(older[key], newest[key], atol=2e-3 * np.abs(newest[key]).max())
