"""``python -m training.traced --out DIR``: path-traced close-ups for the training of the close-up network.

Needs ``pip install --no-deps bpy==5.0.1`` (Python 3.11). Each file holds the close-ups of one picture, for
``training.closeup_net.train --traced DIR``; most are of the wide family. With ``--pictures`` the whole pictures are
kept, too, for ``training.scene_net.train --traced``. With ``--photos`` photos in held-out art are written with their
truth instead, for ``benchmarks.accuracy DIR``.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.closeup_net.samples import samples_of
from training.common.stored import joined, save_atomically
from training.scene_net.targets import TrainingPicture, targets
from training.scenes.arrangement.ground import paint_ground, paint_table, paint_tiles
from training.scenes.arrangement.one_landmass import lay_by_the_rules
from training.scenes.arrangement.scatter import scatter
from training.scenes.mixture import usual_options, wide_options
from training.scenes.picture import Picture
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, set_stage

if TYPE_CHECKING:
    from training.traced.render import Tracer

_SIDE, _PITCH = 672, (38.0, 110.0)
"""Width and height of pictures that networks are trained on, pixels, and range of `SceneOptions.pitch`."""
_PHOTO_SIZE = (1600, 1200)
"""Width and height of photos, pixels."""
_HOMES, _CUTS = 0.4, 2
"""Share of the rune stones under longhouses, and sets of close-ups of each picture, with other errors of position."""
_FLAT = 0.15
"""Share of pictures with flat tiles, on which papers lie now and then; the tiles of the others are solids."""
_WIDE, _GAMES, _PLAYED = 0.82, 0.35, 0.6
"""Shares of the wide family among what networks are trained on, of boards with a game's pieces, and, among these, of
those whose pieces stand where the rules allow it. Chosen by hand."""


def main() -> None:
    """Parse the options and render."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--count", type=int, default=200, help="pictures")
    parser.add_argument("--seed", type=int, default=1, help="of the pictures, and part of the files' names")
    parser.add_argument("--samples", type=int, default=4, help="paths a pixel")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--threads", type=int, default=2, help="of the renderer")
    parser.add_argument("--pictures", type=Path, help="folder for the whole pictures")
    parser.add_argument("--photos", action="store_true", help="write photos in held-out art instead")
    options = parser.parse_args()
    if find_spec("bpy") is None:
        sys.exit("Pictures are path-traced by Blender: pip install --no-deps bpy==5.0.1 (Python 3.11)")
    from training.traced.render import Tracer

    cv2.setNumThreads(1)
    tracer = Tracer(options.samples, options.threads, draft=not options.photos)
    for folder in filter(None, (options.out, options.pictures)):
        folder.mkdir(parents=True, exist_ok=True)
    for n in range(options.count):
        rng, name = np.random.default_rng((options.seed, n)), f"traced_{options.seed}_{n:04d}"
        if options.photos:
            _write_photo(rng, tracer, options.out / name, options.materials)
        else:
            picture = trace_picture(rng, _SIDE, _SIDE, _trained_on(rng, options.materials), tracer)
            _write_closeups(rng, picture, options.out / name)
            if options.pictures:
                save_atomically(options.pictures / name, TrainingPicture(picture.image, targets(picture)))


def trace_picture(rng: np.random.Generator, width: int, height: int, options: SceneOptions, tracer: Tracer) -> Picture:
    """Render a picture like ``make_picture``, but path-traced and with a camera without distortion."""
    stage = lay_by_the_rules(set_stage(rng, width, height, options))
    stage = replace(stage, camera=replace(stage.camera, k1=0.0))
    if rng.random() < _FLAT:
        return take_picture(stage, paint_ground(stage), scatter(stage), tracer)
    paint_table(stage)
    table = stage.canvas.colour.copy()
    designs = paint_tiles(stage)
    return take_picture(stage, designs, scatter(stage), partial(tracer, table=table))


def _write_closeups(rng: np.random.Generator, picture: Picture, path: Path) -> None:
    cuts = [cut for _ in range(_CUTS) if (cut := samples_of(rng, picture)) is not None]
    if cuts:
        save_atomically(path, joined(cuts))


def _trained_on(rng: np.random.Generator, materials: Path | None) -> SceneOptions:
    """Draw a board with many pieces, of either family that networks are trained on."""
    family = wide_options(rng, materials) if rng.random() < _WIDE else usual_options(rng)
    game = bool(rng.random() < _GAMES)
    return replace(
        family,
        tiles=(20, 60),
        pitch=_PITCH,
        pieces=None if game else float(rng.uniform(0.5, 0.95)),
        empty=0.0,
        pool=int(rng.integers(1000)),
        game=game,
        played=game and bool(rng.random() < _PLAYED),
        homes=_HOMES,
    )


def _write_photo(rng: np.random.Generator, tracer: Tracer, path: Path, materials: Path | None) -> None:
    options = SceneOptions(
        art="held-out", materials=materials, tiles=(12, 60), tilt=(0, 45), whole=True, empty=0.0, matching=1.0
    )
    picture = trace_picture(rng, *_PHOTO_SIZE, options, tracer)
    cv2.imwrite(str(path.with_suffix(".jpg")), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    path.with_suffix(".json").write_text(json.dumps(picture.document()), encoding="utf-8")


if __name__ == "__main__":
    main()
