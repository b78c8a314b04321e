"""One board that lies on a table, photographed by one camera from many sides."""

from dataclasses import replace

import numpy as np

from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.camera import look_at
from training.scenes.prints.tiles import Canvas
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, canvas_shape, set_stage
from vision.imaging.photo import photo_of

OPTIONS = SceneOptions(tiles=(24, 30), tilt=(0, 5), whole=True, clutter=False, matching=1.0, pieces=0.0, empty=0.0)


def cameras(count, focal, k1, size, seed=0, pitch=110.0, tilts=(20, 48)):
    """Yield cameras around the middle of the board; k1 as in ``training.scenes.camera``."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        tilt, yaw = np.radians(rng.uniform(*tilts)), 2 * np.pi * number / count + rng.uniform(-0.3, 0.3)
        yield look_at(rng.uniform(-0.6, 0.6, 2), pitch * rng.uniform(0.85, 1.1), tilt, yaw, 0.0, focal, k1, size)


def photograph_board(seed, cameras, options=OPTIONS):
    """Return (photo, truth) of the same tiles for each camera."""
    cameras = list(cameras)
    size = (cameras[0].width, cameras[0].height)
    stage = set_stage(np.random.default_rng(seed), *size, options)
    middle = stage.tile_centres().mean(axis=0)
    shots = []
    for number, camera in enumerate(cameras):
        eye = camera.eye + np.array([*middle, 0.0])
        camera = replace(camera, eye=eye)
        rng = np.random.default_rng((seed, number))
        rows, columns, affine = canvas_shape(camera, stage.printing.thickness)
        colour = np.empty((rows, columns, 3), stage.canvas.colour.dtype)
        colour[:] = stage.canvas.colour.mean(axis=(0, 1))  # a patterned table would be another in every picture
        canvas = Canvas(
            colour,
            np.zeros((rows, columns), np.uint8),
            np.zeros((rows, columns), np.int16),
            affine,
            stage.printing.thickness,
        )
        own = replace(stage, camera=camera, canvas=canvas)
        # What lies there is drawn alike for every picture, only the camera's noise anew.
        designs = paint_ground(replace(own, rng=np.random.default_rng((seed, 1))))
        pieces = scatter(replace(own, rng=np.random.default_rng((seed, 2))))
        truth = take_picture(replace(own, rng=rng), designs, pieces)
        shots.append((photo_of(truth.image), truth))
    return shots
