"""``python -m training.traced --out DIR``: path-traced close-ups for the training of the close-up network.

Needs ``pip install 'longhouse[trace]'``. Each file holds the close-ups of one picture, for
``training.closeup_net.train --traced DIR``. With ``--of pictures`` each holds a whole picture, for
``training.scene_net.train --traced DIR``; most are of the wide family. With ``--of photos`` photos in held-out art are
written with their truth, for ``benchmarks.accuracy DIR``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from training.closeup_net.samples import samples_of
from training.common.stored import save_atomically
from training.scene_net.targets import TrainingPicture, targets
from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.mixture import usual_options, wide_options
from training.scenes.picture import Picture
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, set_stage
from training.traced.render import Tracer

_CLOSEUPS_SIDE, _PICTURE_SIDE = 704, 576
"""Widths and heights of pictures for close-ups, and of whole pictures, pixels."""
_PHOTO_SIZE = (1600, 1200)
"""Width and height of photos, pixels."""
_WIDE = 0.8
"""Share of the wide family among what networks are trained on."""


def main() -> None:
    """Parse the options and render."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200, help="pictures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=4, help="paths a pixel")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--of", choices=_WRITERS, default="closeups", help="what to write")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    tracer = Tracer(options.samples, options.threads)
    for n in range(options.count):
        write = _WRITERS[options.of]
        rng, path = np.random.default_rng((options.seed, n)), options.out / f"traced_{options.seed}_{n:04d}"
        write(rng, tracer, path, options.materials)


def trace_picture(rng: np.random.Generator, width: int, height: int, options: SceneOptions, tracer: Tracer) -> Picture:
    """Render a picture like ``make_picture``, but path-traced and with a camera without distortion."""
    stage = set_stage(rng, width, height, options)
    stage = replace(stage, camera=replace(stage.camera, k1=0.0))
    designs = paint_ground(stage)
    return take_picture(stage, designs, scatter(stage), tracer)


def _write_closeups(rng: np.random.Generator, tracer: Tracer, path: Path, materials: Path | None) -> None:
    samples = samples_of(rng, _trained_on(rng, tracer, _CLOSEUPS_SIDE, (56.0, 100.0), materials))
    if samples is not None:
        save_atomically(path, samples)


def _write_picture(rng: np.random.Generator, tracer: Tracer, path: Path, materials: Path | None) -> None:
    picture = _trained_on(rng, tracer, _PICTURE_SIDE, SceneOptions.pitch, materials)
    save_atomically(path, TrainingPicture(picture.image, targets(picture)))


def _trained_on(
    rng: np.random.Generator, tracer: Tracer, side: int, pitch: tuple[float, float], materials: Path | None
) -> Picture:
    """Return a square picture of a board with many pieces, of either family that networks are trained on."""
    family = wide_options(rng, materials) if rng.random() < _WIDE else usual_options(rng)
    pieces, pool = float(rng.uniform(0.6, 0.95)), int(rng.integers(1000))
    options = replace(family, tiles=(30, 60), pitch=pitch, pieces=pieces, empty=0.0, pool=pool)
    return trace_picture(rng, side, side, options, tracer)


def _write_photo(rng: np.random.Generator, tracer: Tracer, path: Path, materials: Path | None) -> None:
    options = SceneOptions(
        art="held-out", materials=materials, tiles=(12, 60), tilt=(0, 45), whole=True, empty=0.0, matching=1.0
    )
    picture = trace_picture(rng, *_PHOTO_SIZE, options, tracer)
    cv2.imwrite(str(path.with_suffix(".jpg")), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    path.with_suffix(".json").write_text(json.dumps(picture.document()))


_WRITERS = {"closeups": _write_closeups, "pictures": _write_picture, "photos": _write_photo}


if __name__ == "__main__":
    main()
