"""Light of traced pictures: an environment, or a lamp or window and ambient light."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from training.scenes.stage import Stage
from training.traced.surroundings import hang, surround


@dataclass(frozen=True)
class Lights:
    """The light of one picture.

    Attributes:
        room: strength of the ambient light.
        tint: (3,) RGB gain of the ambient light.
        lamp: strength of the lamp's light at the picture's centre; ``room + lamp`` is about 1 at normal exposure.
        warm: (3,) RGB gain of the lamp's light.
        size: size of the lamp relative to its distance, 0.02 for a bulb, 1 for a window.
        near: distance of the lamp relative to the width of the visible table.
    """

    room: float
    tint: np.ndarray
    lamp: float
    warm: np.ndarray
    size: float
    near: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Lights:
        """Draw the light of a picture."""
        room = float(rng.uniform(0.15, 0.85))
        exposure = float(np.exp(rng.normal(0.05, 0.22)))
        hard = rng.random() < 0.4
        return cls(
            room=room * exposure,
            tint=np.clip(rng.normal(1, 0.06, 3), 0.8, 1.2),
            lamp=(1 - room) * exposure,
            warm=np.array([1.0, rng.uniform(0.78, 1.0), rng.uniform(0.5, 1.05)]),
            size=float(rng.uniform(0.02, 0.12) if hard else rng.uniform(0.2, 1.2)),
            near=float(rng.uniform(0.8, 5.0)),
        )


def light_up(stage: Stage) -> None:
    """Add the light of a stage: its environment, if it has one, else a lamp in its direction and ambient light."""
    if stage.light.sky is not None:
        surround(stage.rng, stage.light.sky)
        return
    lights = Lights.draw(stage.rng)
    _room(lights)
    _lamp(stage, lights)


def _lamp(stage: Stage, lights: Lights) -> None:
    camera = stage.camera
    middle = camera.on_plane(camera.centre[None], 0.0)[0]
    reach = camera.width * float(np.linalg.norm(camera.eye - [*middle, 0.0])) / camera.focal
    away = lights.near * reach
    towards = stage.light.towards * (1, -1, 1)
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.shape, lamp.size = "SQUARE", lights.size * away
    # a small area light of power P gives an irradiance of P / (4 pi^2) at distance 1 on facing surfaces
    lamp.energy = lights.lamp * np.pi * 4 * np.pi * away**2 / max(towards[2], 0.3)
    lamp.color = lights.warm.tolist()
    hang(lamp, towards, np.array([middle[0], -middle[1], 0.0]) + away * towards)


def _room(lights: Lights) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    shine = world.node_tree.nodes["Background"]
    shine.inputs["Color"].default_value = (*np.clip(lights.tint, 0, 2).tolist(), 1.0)
    shine.inputs["Strength"].default_value = lights.room
