"""Renders a stage by path tracing (Blender's Cycles), with physically based light, shadow and gloss."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import bpy
import cv2
import numpy as np

from training.scenes.pieces.standing import Solid
from training.scenes.stage import Stage
from training.traced.lights import light_up
from training.traced.objects import add_ground, add_solid
from training.traced.tiles import add_tiles


@dataclass(frozen=True)
class Tracer:
    """Renders stages with ``samples`` paths for each pixel, denoised, on ``threads`` threads.

    ``draft`` is for training pictures: its noise is taken out less well, in a third of the time (19 s of one processor
    fall to 6 s for 672 x 672 pixels and 4 paths).
    """

    samples: int = 12
    threads: int = 2
    draft: bool = False

    def __call__(self, stage: Stage, solids: list[Solid], table: np.ndarray | None = None) -> np.ndarray:
        """Return the picture (H, W, 3) uint8 BGR of a stage whose camera has no distortion.

        Args:
            stage: whose ground is painted.
            solids: what stands on it.
            table: the canvas (h, w, 3) uint8 BGR before tiles were painted on it, for tiles that are solids, too;
                without it they are flat.

        Raises:
            ValueError: the camera has radial distortion, which the renderer does not support.
        """
        if stage.camera.k1 != 0:
            raise ValueError("The renderer knows only lenses without distortion: set the camera's k1 to 0.")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        with tempfile.TemporaryDirectory() as folder:
            if table is None:
                add_ground(stage, stage.canvas.colour, stage.canvas.level, Path(folder) / "table.png")
            else:
                add_ground(stage, table, 0.0, Path(folder) / "table.png")
                add_tiles(stage, Path(folder) / "tiles.png")
            matte = float(stage.rng.uniform(0.25, 0.7))
            for solid in solids:
                add_solid(stage.rng, solid, matte)
            light_up(stage)
            _aim(stage)
            return self._render(Path(folder) / "picture.png")

    def _render(self, path: Path) -> np.ndarray:
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.render.threads_mode, scene.render.threads = "FIXED", self.threads
        scene.cycles.samples, scene.cycles.use_denoising = self.samples, True
        if self.draft:
            scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "FAST", "NONE"
        scene.cycles.max_bounces, scene.cycles.diffuse_bounces = 3, 2
        scene.view_settings.view_transform = "Standard"
        scene.render.image_settings.file_format, scene.render.filepath = "PNG", str(path)
        bpy.ops.render.render(write_still=True)
        return cv2.imread(str(path))


def _aim(stage: Stage) -> None:
    """Add the stage's camera; Blender's cameras look along their -z axis, with y up."""
    camera, scene = stage.camera, bpy.context.scene
    data = bpy.data.cameras.new("camera")
    seen = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(seen)
    scene.camera = seen
    scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = 36.0 * camera.focal / camera.width
    data.clip_start, data.clip_end = 0.01, 1000.0
    right, down, forward = camera.axes * (1, -1, 1)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([right, -down, -forward])
    pose[:3, 3] = camera.eye * (1, -1, 1)
    seen.matrix_world = pose.T.tolist()
