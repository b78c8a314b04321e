"""``python -m training.fit.ground``: fit the parameters of the model of a board's ground on made boards.

Half of the boards are in held-out art, half in the same art in strange palettes, since the networks were not trained on
either. In order: the weights of the namings, by the likelihood of the right one; the weights at a pixel, by that of
the true terrain along the edges. Every third board is left out and measured. Writes
``vision/terrain/ground/ground_model.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from training.fit.ground_boards import MadeBoard, made_boards
from training.fit.ground_samples import BoardSamples, ReadEdges, read_edges, samples_of
from vision.networks.activations import softmax
from vision.networks.models import load_networks
from vision.terrain.edges import edge_exchanges
from vision.terrain.ground.naming import labellings, name_groups, naming_features
from vision.terrain.ground.parameters import FILE, GroundParameters

OUT = Path(str(files("vision.terrain.ground"))) / FILE
"""The shipped parameters."""
_SAME_NAMING = 30.0
"""Nats by which a naming that is right for no sample counts less than one that is right for all: small groups are
mixed, and hardly matter."""
_RIDGE = 0.02
"""Weight of the L2 penalty on the standardised weights of the namings."""
_PIXEL_RIDGE = 5e-4
"""Weight of the L2 penalty on the weights at a pixel."""
_PIXEL_START = (0.1, -0.1, 1.5, 0.1, 0.0, 0.1, 0.0, 0.0, 0.0)
"""The weights at a pixel from which they are fitted."""
_LEFT_OUT = 3
"""One in this number of boards is left out and measured."""
_POSITIVE = 3
"""The first weights of the namings, which may not be negative."""


def main() -> None:
    """Draw the boards, fit, write the parameters and print what they give on the boards left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=90, help="boards in each of the two arts")
    parser.add_argument("--seed", type=int, default=51, help="of the boards")
    parser.add_argument("--out", type=Path, default=OUT, help="file to write; %(default)s by default")
    options = parser.parse_args()
    networks = load_networks()

    def boards() -> Iterable[MadeBoard]:
        for art in ("held-out", "strange"):
            yield from made_boards(art, options.seed, options.count, networks)

    where = f"{options.count} boards each in held-out art and strange palettes, seed {options.seed}"
    fitted, measured = fit(boards, where)
    write(fitted, measured, options.out)
    print(json.dumps(measured, indent=1))


def fit(boards: Callable[[], Iterable[MadeBoard]], where: str) -> tuple[GroundParameters, dict[str, object]]:
    """Return the parameters, and what they give on the boards left out.

    Args:
        boards: draws the boards, each time the same ones.
        where: on what they are fitted.
    """
    samples = [samples_of(board) for board in boards()]
    training = [s for k, s in enumerate(samples) if k % _LEFT_OUT]
    naming, scale = _fitted_naming(training)
    pixel = _fitted_pixel(training, naming)
    fitted = GroundParameters(naming, *pixel)
    edges = [read_edges(board, fitted) for k, board in enumerate(boards()) if k % _LEFT_OUT == 0]
    measured = {"boards": where, **_measured(fitted, samples[::_LEFT_OUT], edges)}
    return fitted, {**measured, "standardised naming": [round(float(v), 2) for v in naming * scale]}


def _measured(
    fitted: GroundParameters, samples: Sequence[BoardSamples], edges: Sequence[ReadEdges]
) -> dict[str, object]:
    names = [name_groups(s.evidence, fitted.naming).probabilities.argmax(axis=1) for s in samples]
    return {
        "boards left out": len(samples),
        "names of samples right": _mean(s.right(n) for s, n in zip(samples, names, strict=True)),
        "names at best": _mean(s.right(s.counts.argmax(axis=1)) for s in samples),
        "edges right": _mean(e.right() for e in edges),
        "nats lost an edge": round(_edge_loss(edges), 4),
    }


def write(fitted: GroundParameters, measured: Mapping[str, object], out: Path) -> None:
    """Write the parameters, and where they were measured."""
    rounded = {name: np.round(np.asarray(v, float), 4).tolist() for name, v in vars(fitted).items()}
    out.write_text(json.dumps({**rounded, "measured": measured}, indent=1) + "\n", encoding="utf-8")


def _mean(values: Iterable[float]) -> float:
    return round(float(np.mean(list(values))), 4)


def _fitted_naming(samples: Sequence[BoardSamples]) -> tuple[np.ndarray, np.ndarray]:
    """Return the (19,) weights, and the mean standard deviation of each feature over the namings of a board."""
    features = [naming_features(s.evidence) for s in samples]
    right = [labellings().reshape(len(f), -1) @ s.shares().ravel() for s, f in zip(samples, features, strict=True)]
    scale = np.mean([f.std(axis=0) for f in features], axis=0) + 1e-6

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = 0.0, np.zeros_like(weights)
        for feature, share in zip(features, right, strict=True):
            posterior = softmax(feature @ (weights / scale))
            target = posterior * np.exp(_SAME_NAMING * (share - share.max()))
            total -= np.log(target.sum())
            slope -= ((target / target.sum() - posterior) @ feature) / scale
        penalty = _RIDGE * len(features) * weights
        return (total + float(penalty @ weights)) / len(features), (slope + 2 * penalty) / len(features)

    bounds = [(0, None) if k < _POSITIVE else (None, None) for k in range(len(scale))]
    found = minimize(loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B", bounds=bounds)
    return found.x / scale, scale


def _fitted_pixel(samples: Sequence[BoardSamples], naming: np.ndarray) -> np.ndarray:
    """Return the (3, 3) weights at a pixel: their level, and what is added times agreement and times impurity."""
    parts = [s.pixel_features(name_groups(s.evidence, naming)) for s in samples]

    def loss(weights: np.ndarray) -> float:
        losses = [
            -np.log(softmax(features @ weights)[np.arange(len(true)), true] + 1e-9).mean() for features, true in parts
        ]
        return float(np.mean(losses)) + _PIXEL_RIDGE * float(weights @ weights)

    return np.asarray(minimize(loss, np.array(_PIXEL_START), method="L-BFGS-B").x).reshape(3, 3)


def _edge_loss(edges: Sequence[ReadEdges]) -> float:
    """Return the nats lost an edge."""
    losses = []
    for e in edges:
        posterior = e.posterior @ edge_exchanges(e.exchanges)
        losses.append(-np.log(posterior[np.arange(len(e.true)), e.true] + 1e-6))
    return float(np.concatenate(losses).mean())


if __name__ == "__main__":
    main()
