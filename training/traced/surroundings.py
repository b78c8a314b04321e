"""Light from all around in traced pictures: the environment of the stage, whose lamp may be a small distant one.

An environment's map is coarse, so that its lamp throws soft shadows. In some pictures what is brighter than most of the
map is taken out and shines from one direction instead, as the sun or a bare bulb does.
"""

from __future__ import annotations

import bpy
import numpy as np

from training.scenes.light.sky import COLUMNS, ROWS, Sky, directions, solid_angles

_HARD = 0.6
"""Share of pictures whose lamp is small. Chosen by hand."""
_BRIGHT = 6.0
"""Radiance, medians of the map, above which light is taken for the lamp's. Chosen by hand."""
_EXPOSURE = (0.05, 0.25)
"""Mean and standard deviation of the logarithm of the exposure. Chosen by hand, as those of `Lights`."""


def surround(rng: np.random.Generator, sky: Sky) -> None:
    """Add the light of an environment to the scene, exposed as a camera might."""
    exposure = float(np.exp(rng.normal(*_EXPOSURE)))
    radiance = sky.mirror.astype(np.float64) * exposure
    if rng.random() < _HARD:
        level = radiance.mean(axis=2)
        cap = _BRIGHT * np.median(level[: ROWS // 2])
        kept = np.minimum(1.0, cap / np.maximum(level, 1e-6))[..., None]
        _shine(radiance * (1 - kept), float(np.exp(rng.uniform(np.log(0.008), np.log(0.25)))))
        radiance *= kept
    _fill(radiance)


def hang(lamp: bpy.types.Light, towards: np.ndarray, place: np.ndarray) -> None:
    """Put a lamp at ``place`` (3,); its light comes from the direction ``towards`` (3,), a unit vector of Blender's."""
    thing = bpy.data.objects.new("lamp", lamp)
    bpy.context.scene.collection.objects.link(thing)
    side = np.cross([0.3, 0.9, 0.1], towards)
    side /= np.linalg.norm(side)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([side, np.cross(towards, side), towards])
    pose[:3, 3] = place
    thing.matrix_world = pose.T.tolist()


def _shine(radiance: np.ndarray, size: float) -> None:
    """Add a distant lamp, ``size`` radians wide, with all light of a map (ROWS, COLUMNS, 3)."""
    light = radiance * solid_angles()[..., None]
    strength = float(light.mean(axis=2).sum())
    if strength < 1e-3:
        return
    towards = (directions() * light.mean(axis=2)[..., None]).sum((0, 1)) * (1, -1, 1)
    towards /= np.linalg.norm(towards)
    towards[2] = max(towards[2], 0.15)  # never below the table
    towards /= np.linalg.norm(towards)
    sun = bpy.data.lights.new("lamp", "SUN")
    sun.energy, sun.angle = strength, size
    sun.color = (light.sum((0, 1)) / (3 * strength))[::-1].tolist()
    hang(sun, towards, np.zeros(3))


def _fill(radiance: np.ndarray) -> None:
    """Let a map (ROWS, COLUMNS, 3) of linear BGR radiance shine from all around."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    picture = bpy.data.images.new("room", COLUMNS, ROWS, float_buffer=True)
    picture.colorspace_settings.name = "Non-Color"
    picture.pixels.foreach_set(_as_blender_sees(radiance).astype(np.float32).ravel())
    source = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    source.image = picture
    world.node_tree.links.new(source.outputs["Color"], world.node_tree.nodes["Background"].inputs["Color"])


def _as_blender_sees(radiance: np.ndarray) -> np.ndarray:
    """Return the map as RGBA (ROWS, COLUMNS, 4) in the order of Blender's equirectangular pictures.

    The first row is straight down there. Column ``c`` lies at the azimuth ``pi - 2 pi c / COLUMNS`` from +x towards
    +y, which is our -y; ours lie at ``2 pi c / COLUMNS`` towards our +y.
    """
    columns = (np.arange(COLUMNS) - COLUMNS // 2) % COLUMNS
    turned = radiance[::-1, columns, ::-1]
    return np.concatenate([turned, np.ones((ROWS, COLUMNS, 1))], axis=2)
