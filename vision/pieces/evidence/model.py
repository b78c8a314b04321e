"""The joint model of all pieces of a table: a weighted sum of terms, solved by mean field.

    belief = softmax(sum over terms of clip(weight * term(scene, belief), -cap, cap)), repeated until it settles

(Wainwright and Jordan 2008, chapter 5). The candidate network judges all that is seen; the other terms are what was
taught and the rules. The weights and caps stand in ``weights.json``; those of the network are 1, since a fit by
`training.fit.evidence` reads no better. That of `colour_without_others` is of an earlier fit; the other rules' were
chosen from a few values on 600 synthetic boards (``training/EXPERIMENTS.md``, "Candidate network"). How much each term
contributes is measured by ``python -m benchmarks.evidence``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

import numpy as np

from vision.networks.activations import log_softmax, softmax
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Dependence, Scene, Term
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, VIKING, decided_kinds, kind_probabilities
from vision.pieces.evidence.terms.networks import candidate_colours, candidate_kinds
from vision.pieces.evidence.terms.rules import (
    colour_without_others,
    longhouse_count,
    viking_without_longhouse,
)
from vision.pieces.evidence.terms.taught import taught_colours, taught_shapes

WEIGHTS_FILE = "weights.json"
TERMS: Mapping[str, Term] = MappingProxyType(
    {
        "candidate_kinds": Term(candidate_kinds, Dependence.PIXELS),
        "candidate_colours": Term(candidate_colours, Dependence.PIXELS),
        "taught_shapes": Term(taught_shapes, Dependence.PIXELS),
        "taught_colours": Term(taught_colours, Dependence.DECISIONS),
        "colour_without_others": Term(colour_without_others, rule=True),
        "viking_without_longhouse": Term(viking_without_longhouse, Dependence.OTHERS, rule=True),
        "longhouse_count": Term(longhouse_count, Dependence.OTHERS, rule=True),
    }
)
_ROUNDS = 3
"""Updates of all beliefs. On nine of ten of 300 boards no probability after 3 of them differs by more than 0.002 from
that after 20, and one of 6 300 pieces is read otherwise."""
_IMPOSSIBLE = -1e9
_MIN_SHARE = 1e-9
"""Added to probabilities before they are normalised."""


@dataclass(frozen=True)
class Weight:
    """A term's weight and the cap of what it adds, nats."""

    weight: float
    cap: float


@dataclass(frozen=True, eq=False)
class Posterior:
    """The posterior of the n candidates of a scene.

    Attributes:
        belief: (n, 24) probabilities of the states.
        contributions: for each term the (n, 24) log odds that it adds, nats.
    """

    belief: np.ndarray
    contributions: Mapping[str, np.ndarray]


Memory = MutableMapping[tuple[str, bytes], np.ndarray]
"""Cached log odds of terms for one scene, by their names and inputs."""


def infer(scene: Scene, weights: Mapping[str, Weight] | None = None, memory: Memory | None = None) -> Posterior:
    """Infer the state of each candidate.

    Args:
        scene: the candidates.
        weights: of the terms by name, those shipped by default; terms without one are left out.
        memory: for several inferences of one scene, so that nothing is computed twice.
    """
    terms = load_weights() if weights is None else weights
    known = {} if memory is None else memory
    facts = _facts(scene)
    none = np.empty((0, STATE_COUNT))
    if not scene.candidates:
        return Posterior(none, {})
    first = softmax(candidate_kinds(scene, none) + candidate_colours(scene, none) + facts)
    return _settled(scene, terms, facts, first, known)


def weigh_by_rules(scene: Scene, logs: np.ndarray) -> np.ndarray:
    """Return (n, 24) probabilities of the n candidates' states by pixels and rules.

    Args:
        scene: the candidates.
        logs: (n, 24) log probabilities of their states by pixels alone.
    """
    rules = {name: weight for name, weight in load_weights().items() if TERMS[name].rule}
    return _settled(scene, rules, logs, softmax(logs), {}).belief


def _settled(
    scene: Scene, terms: Mapping[str, Weight], base: np.ndarray, first: np.ndarray, known: Memory
) -> Posterior:
    """Return the posterior by some terms and (n, 24) log odds that stay as they are, from a first belief on."""
    belief, contributions = first, dict[str, np.ndarray]()
    for _ in range(_ROUNDS):
        for name, weight in terms.items():
            odds = _remembered(name, scene, _seen_by(name, belief, contributions), known)
            contributions[name] = np.clip(weight.weight * odds, -weight.cap, weight.cap)
        belief = softmax(np.sum(list(contributions.values()), axis=0) + base)
    return Posterior(belief, contributions)


def _seen_by(name: str, belief: np.ndarray, contributions: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the (n, 24) belief that a term is given: for some terms without what they have added themselves."""
    if TERMS[name].depends is not Dependence.OTHERS or name not in contributions:
        return belief
    return softmax(np.log(belief + _MIN_SHARE) - contributions[name])


def _remembered(name: str, scene: Scene, belief: np.ndarray, memory: Memory) -> np.ndarray:
    """Return a term's log odds, recomputed only if its inputs have changed."""
    term = TERMS[name]
    if term.depends in (Dependence.BELIEF, Dependence.OTHERS):
        return term.compute(scene, belief)
    decisions = decided_kinds(belief).tobytes() if term.depends is Dependence.DECISIONS else b""
    if (name, decisions) not in memory:
        memory[name, decisions] = term.compute(scene, belief)
    return memory[name, decisions]


def weigh(scene: Scene) -> list[tuple[Piece, np.ndarray]]:
    """Return each candidate with its certainty and kinds by the joint model, and its (11,) colour probabilities.

    A stone recognised by its face keeps the certainty of that, unless a person said what it is: the model knows
    nothing of faces.
    """
    posterior = infer(scene)
    belief, states = posterior.belief, _states_by_pixels(scene, posterior)
    kinds = kind_probabilities(belief) + _MIN_SHARE
    colours = belief[:, VIKING] + belief[:, LONGHOUSE] + _MIN_SHARE
    shares = kinds[:, 1:] / kinds[:, 1:].sum(axis=1, keepdims=True)
    present = 1 - kinds[:, 0] / kinds.sum(axis=1)
    names = colours / colours.sum(axis=1, keepdims=True)
    found = zip(scene.candidates, present.tolist(), shares, states, strict=True)
    pieces = [
        piece if piece.rune and k not in scene.allowed else replace(piece, certainty=sure, kinds=kind, states=own)
        for k, (piece, sure, kind, own) in enumerate(found)
    ]
    return list(zip(pieces, names, strict=True))


def _states_by_pixels(scene: Scene, posterior: Posterior) -> np.ndarray:
    """Return (n, 24) log probabilities of the states without what the rules add."""
    seen = [odds for name, odds in posterior.contributions.items() if not TERMS[name].rule]
    return log_softmax(np.sum(seen, axis=0) + _facts(scene)).astype(np.float32)


def _facts(scene: Scene) -> np.ndarray:
    """Return (n, 24): 0 for possible states, hugely negative for those that an answer excludes."""
    facts = np.zeros((len(scene.candidates), STATE_COUNT))
    for k, allowed in scene.allowed.items():
        facts[k] = np.where(allowed, 0.0, _IMPOSSIBLE)
    return facts


@lru_cache(maxsize=1)
def load_weights() -> Mapping[str, Weight]:
    """Return the fitted weights that ship with the package."""
    stored = json.loads((files("vision.pieces.evidence") / WEIGHTS_FILE).read_text(encoding="utf-8"))
    return MappingProxyType({name: Weight(**stored[name]) for name in TERMS if name in stored})
