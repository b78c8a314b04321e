"""The ordered steps that train the networks of the Fjords reader, but for those of printed marks, from scratch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_MIN_COUNT = 4
"""Smallest number of training steps or pictures, however small the share. Chosen by hand: enough for a test run."""


@dataclass(frozen=True)
class Step:
    """One command of the recipe.

    Attributes:
        name: name of its output, and base name of its log and of the file that marks it as done.
        module: module to run, relative to ``training``.
        arguments: command-line arguments.
    """

    name: str
    module: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """Output folder and resources of a training run.

    Attributes:
        out: folder of all outputs; the networks are written to its subfolder ``networks``.
        share: fraction of the steps and pictures, 1 for the whole recipe.
        threads: training threads, beside one process that renders pictures.
        half: whether to train in bfloat16.
        traced: whether the renderer of path-traced close-ups is installed.
    """

    out: Path
    share: float = 1.0
    threads: int = 2
    half: bool = False
    traced: bool = False

    @property
    def networks(self) -> Path:
        """The folder of the finished networks."""
        return self.out / "networks"

    def scaled(self, number: int) -> str:
        """Return a number of steps or pictures, scaled by ``share``, as a command-line argument."""
        return str(max(_MIN_COUNT, round(self.share * number)))


def recipe(setup: Setup) -> tuple[Step, ...]:
    """Return all steps in order.

    The context, pair, ground, edge, look and hidden-terrain networks are trained on outputs of the scene and close-up
    networks, and so come after them; the candidate network on whole readings, and so comes last.
    """
    return (*_scene_steps(setup), *_closeup_steps(setup), _rune_step(setup), *_second_stage_steps(setup))


def _rune_step(setup: Setup) -> Step:
    onnx = setup.networks / "rune.onnx"
    return _train(setup, "rune", "rune_net.train", 6000, seed=1, batch=128, rate=2.5e-3, onnx=onnx)


def _scene_steps(setup: Setup) -> list[Step]:
    floats = setup.out / "scene.onnx"
    return [
        _train(setup, "scene", "scene_net.train", 34000, seed=7, batch=16, rate=1.3e-3, onnx=floats),
        Step("scene_in_8_bits", "conversion.quantise", _strings(floats, setup.networks / "scene.onnx")),
    ]


def _closeup_steps(setup: Setup) -> list[Step]:
    """Start from the encoder of the scene network: training converges three times faster than from random weights."""
    out, floats, shipped = setup.out, setup.out / "closeups.onnx", setup.networks / "closeup.onnx"
    folder = {"traced": out / "traced"} if setup.traced else {}
    made = {"count": setup.scaled(800), "seed": 61, "threads": setup.threads, "out": out / "traced"}
    rendering = [Step("traced", "traced", _options(**made))] if setup.traced else []
    begun = out / "closeups_begun.pt"
    start = {"start": begun, "onnx": floats, **folder}
    return [
        *rendering,
        Step("closeups_begun", "conversion.warm", ("--closeups", *_strings(out / "scene.onnx", begun))),
        _train(setup, "closeups", "closeup_net.train", 60000, seed=501, batch=48, rate=1.6e-3, **start),
        Step("closeups_in_8_bits", "conversion.quantise", (*_strings(floats, shipped), *_options(**folder))),
    ]


def _second_stage_steps(setup: Setup) -> list[Step]:
    networks = setup.networks
    return [
        *_sample_and_train(
            setup, "context", "tables", networks, pictures=9900, steps=5000, batch=32, rate=2.5e-3, seed=1
        ),
        *_sample_and_train(setup, "pair", "cells", networks, pictures=3000, steps=5000, batch=128, rate=3e-3, seed=1),
        *_sample_and_train(setup, "ground", "boards", networks, pictures=4000, steps=1500, batch=64, rate=1e-3, seed=1),
        *_sample_and_train(setup, "edge", "edges", networks, pictures=1800, steps=3000, batch=6, rate=3e-3, seed=1),
        *_look_steps(setup),
        *_hidden_terrain_steps(setup),
        *_sample_and_train(
            setup, "candidate", "candidates", networks, pictures=6000, steps=10000, batch=32, rate=2e-3, seed=1
        ),
    ]


def _look_steps(setup: Setup) -> list[Step]:
    floats, shipped = (folder / "look.onnx" for folder in (setup.out, setup.networks))
    how = {"pictures": 5300, "steps": 6000, "batch": 10, "rate": 2e-3, "seed": 1}
    in_8_bits = (*_strings(floats, shipped), *_options(sets=setup.out / "sets"))
    return [
        *_sample_and_train(setup, "look", "sets", setup.out, **how),
        Step("look_in_8_bits", "conversion.quantise_looks", in_8_bits),
    ]


def _hidden_terrain_steps(setup: Setup) -> list[Step]:
    floats, shipped = (folder / "hidden_terrain.onnx" for folder in (setup.out, setup.networks))
    how = {"pictures": 6000, "steps": 10500, "batch": 72, "rate": 1.8e-3, "seed": 13}
    in_8_bits = (*_strings(floats, shipped), *_options(tiles=setup.out / "tiles"))
    return [
        *_sample_and_train(setup, "hidden_terrain", "tiles", setup.out, **how),
        Step("hidden_terrain_in_8_bits", "conversion.quantise_tiles", in_8_bits),
    ]


def _sample_and_train(
    setup: Setup, name: str, samples: str, where: Path, pictures: int, steps: int, **how: float
) -> list[Step]:
    """Return the steps of a network trained on outputs of others: sample these, then train; it is written ``where``."""
    onnx = where / f"{name}.onnx"
    folder = setup.out / samples
    made = {"out": folder, "pictures": setup.scaled(pictures), "seed": 701, "networks": setup.networks}
    return [
        Step(samples, f"{name}_net.samples", _options(**made)),
        _train(setup, name, f"{name}_net.train", steps, onnx=onnx, **{samples: folder}, **how),
    ]


def _train(setup: Setup, name: str, module: str, steps: int, **options: object) -> Step:
    given = {"steps": setup.scaled(steps), "threads": setup.threads, "out": setup.out / f"{name}.pt", **options}
    return Step(name, module, (*_options(**given), *(["--half"] if setup.half else [])))


def _options(**given: object) -> tuple[str, ...]:
    return tuple(word for key, value in given.items() for word in (f"--{key}", str(value)))


def _strings(*values: object) -> tuple[str, ...]:
    return tuple(map(str, values))
