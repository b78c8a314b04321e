"""What is done, one after the other, to make the networks that read a table from nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_LEAST = 4
"""So many steps, and pictures, even the smallest share has."""


@dataclass(frozen=True)
class Step:
    """One command.

    Attributes:
        name: what it makes; its log and the mark that it is done are called so.
        module: of ``training``.
        arguments: its command line.
    """

    name: str
    module: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Means:
    """Where and with what the networks are made.

    Attributes:
        out: folder of all that is made on the way; the networks come to lie in its ``networks``.
        share: of the steps and pictures; 1 for all.
        threads: for the steps of training, beside one process that makes pictures.
        half: whether they are done in bfloat16.
        traced: whether there is a renderer for path-traced close-ups.
    """

    out: Path
    share: float = 1.0
    threads: int = 2
    half: bool = False
    traced: bool = False

    @property
    def networks(self) -> Path:
        """The folder of the networks."""
        return self.out / "networks"

    def many(self, number: int) -> str:
        """Return the share of a number of steps or pictures."""
        return str(max(_LEAST, round(self.share * number)))


def recipe(means: Means) -> tuple[Step, ...]:
    """Return all steps.

    The networks that think about what others saw are taught by what those say of pictures, and so come after them.
    """
    return (*_eyes(means), *_closeups(means), *_thinking(means))


def _eyes(means: Means) -> list[Step]:
    floats = means.out / "scene.onnx"
    return [
        _training(means, "scene", "scene_net.train", 34000, seed=7, batch=16, rate=1.3e-3, onnx=floats),
        Step("scene_in_8_bits", "common.quantise", _words(floats, means.networks / "scene.onnx")),
    ]


def _closeups(means: Means) -> list[Step]:
    """Begin with what the eyes have learned: that is three times as quick."""
    out, floats, shipped = means.out, means.out / "closeups_covered.onnx", means.networks / "closeup.onnx"
    folder = {"traced": out / "traced"} if means.traced else {}
    made = {"count": means.many(800), "seed": 61, "threads": means.threads, "out": out / "traced"}
    rendering = [Step("traced", "traced", _options(**made))] if means.traced else []
    begun, learned, covered = (out / f"closeups_{name}.pt" for name in ("begun", "learned", "covered"))
    start = {"start": begun, "out": learned, "onnx": out / "closeups_learned.onnx", **folder}
    hiding = {"start": learned, "out": covered, "onnx": floats, "pictures": means.many(600), "seed": 905}
    return [
        *rendering,
        Step("closeups_begun", "common.warm", ("--closeups", *_words(out / "scene.onnx", begun))),
        _training(means, "closeups_learned", "closeup_net.train", 60000, seed=501, batch=48, rate=1.6e-3, **start),
        Step("closeups_covered", "closeup_net.train_covered", _options(**hiding)),
        Step("closeups_in_8_bits", "common.quantise", (*_words(floats, shipped), *_options(**folder))),
    ]


def _thinking(means: Means) -> list[Step]:
    return [
        *_judged(means, "context", "tables", pictures=9900, steps=5000, batch=32, rate=2.5e-3, seed=1),
        *_judged(means, "pair", "cells", pictures=3000, steps=5000, batch=128, rate=3e-3, seed=1),
        *_judged(means, "hidden_terrain", "tiles", pictures=6000, steps=10500, batch=72, rate=1.8e-3, seed=13),
    ]


def _judged(means: Means, name: str, samples: str, pictures: int, steps: int, **how: float) -> list[Step]:
    """A network that is taught by what others say of made pictures: first these samples, then the training."""
    folder = means.out / samples
    made = {"out": folder, "pictures": means.many(pictures), "seed": 701, "networks": means.networks}
    onnx = means.networks / f"{name}.onnx"
    return [
        Step(samples, f"{name}_net.samples", _options(**made)),
        _training(means, name, f"{name}_net.train", steps, onnx=onnx, **{samples: folder}, **how),
    ]


def _training(means: Means, name: str, module: str, steps: int, **options: object) -> Step:
    given = {"steps": means.many(steps), "threads": means.threads, "out": means.out / f"{name}.pt", **options}
    return Step(name, module, (*_options(**given), *(["--half"] if means.half else [])))


def _options(**given: object) -> tuple[str, ...]:
    return tuple(word for key, value in given.items() for word in (f"--{key}", str(value)))


def _words(*values: object) -> tuple[str, ...]:
    return tuple(map(str, values))
