"""``python -m training.candidate_net.train --candidates DIR``: train the candidate network; write its ONNX.

In some tables of a batch the true kind or colour of a few pieces is among the inputs, like a person's answers, so that
the network learns what an answer implies for other pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.candidate_net.model import CandidateNet
from training.candidate_net.samples import TableCandidates
from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from vision.pieces.evidence.candidate_network import (
    ANSWERS,
    BOARD,
    CHROMA,
    COLOUR_ESTIMATES,
    COUNT_ESTIMATES,
    FEATURES,
    INPUT_COUNT,
    KIND_ESTIMATES,
    MIN_LOG_PROBABILITY,
    RELATIONS,
    SIGN,
)
from vision.pieces.evidence.states import KIND_COUNT
from vision.vocabulary import COLOURS, PIECES

_WHOLE_SHARE = 0.7
"""Share of tables with all their candidates; of the others a random part is kept, like small boards."""
_ANSWERED_SHARE, _MOST_ANSWERS = 0.5, 4
"""Share of tables with answers, and the most candidates that are answered about."""
_MISJUDGED_WEIGHT = 20.0
"""How much likelier one is answered about whose kind is misjudged: people are asked about what is in doubt, and answers
that only confirm teach the network nothing about other candidates. Chosen by hand."""
_UNDETECTED_SHARE = 0.2
"""Share of these candidates without any other inputs: a person pointed at a piece that no network had detected."""
_LIGHT, _NOISE = np.array([0.18, 0.18, 0.15]), 0.03
"""Standard deviations of a table's light in `chromaticity.chroma`, and of each candidate's colour beside."""
_LOG_STRENGTH = 0.3
"""Standard deviation of the logarithm of how strong a camera makes all colours of a table. By hand."""
_UNEVEN_SHARE, _LIT_OTHERWISE_SHARE = 0.5, 0.5
"""Share of tables with shadows or glare, and the greatest share of their candidates that these fall on. By hand, as the
next: on 133 photos spoilt by `benchmarks.spoilt` a network without such tables misnames single pieces."""
_SHADE, _MAX_GLARE, _GLARE_BRIGHTNESS = np.array([0.08, 0.08, 0.35]), 0.7, 0.3
"""Standard deviations of a shadow's light as of `chromaticity.chroma`; the greatest share of white that glare adds to a
colour, and how much it adds to its brightness. Half of the shadows are one shadow on all of these candidates."""
_DOUBTED_NAMES = 1.2
"""Standard deviation, nats, of what a shadow or glare adds to the log probabilities of each colour."""
_MISJUDGED_SHARE = 0.5
"""Share of tables whose estimates of kinds are all shifted alike, and share of those whose colours are."""
_KIND_SHIFT, _COLOUR_SHIFT = 3.0, 0.7
"""Standard deviations, nats, of what is added to all log odds of longhouses against vikings of a table, and to the log
probabilities of each colour. On 250 held-out boards and 87 photos the joint model makes 517 to 536 errors with them and
536 without, 1 791 to 1 830 instead of 1 835 nats. With all features scaled and moved as well they are 544."""
_EXCHANGED_SHARE = 0.1
"""Share of candidates with another one's relations to the art and the table, and share of those with another one's
sign: a piece that the picture cuts off looks unlike the others, and shadows on it are taken for signs. By hand."""
_TOWARDS_HOUSES = np.array([-1.0, 1.0, 0.0])
_KINDS_WEIGHT, _SMOOTHING = 0.7, 0.01
"""Weight of the loss of kinds beside that of colours, and label smoothing; all of these were chosen by hand."""
_SPREAD_FLOOR = 1e-2
"""Added to the standard deviations of the inputs, so that constant ones are not amplified."""
_UNKNOWN = -1
"""Label that is not learned from."""

Batch = tuple[Tensor, Tensor, Tensor]
"""Candidates (b, n, INPUT_COUNT), and their (b, n) kinds and colours, each ``_UNKNOWN`` where there is none."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(__doc__, Path("out/candidate.pt"), Path("out/candidate.onnx"), 10000, 32)
    parser.add_argument("--candidates", type=Path, required=True, help="folder of training.candidate_net.samples")
    options = parser.parse_args()
    tables = read_stored(TableCandidates, options.candidates, "training.candidate_net.samples")
    rng = np.random.default_rng(options.seed)
    model = CandidateNet()
    _standardise(model, tables.inputs)
    state = begin(model, options)
    run(state, options, _batches(rng, tables, options.batch), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def _standardise(model: CandidateNet, inputs: np.ndarray) -> None:
    """Set the model's means and standard deviations of the inputs."""
    given = torch.from_numpy(inputs[:, 1:])
    model.standardise(given.mean(dim=0), given.std(dim=0) + _SPREAD_FLOOR)


def _batches(rng: np.random.Generator, tables: TableCandidates, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` tables, each in another light, and some with a part of their candidates."""
    ends = np.cumsum(tables.sizes)
    while True:
        drawn = rng.integers(len(ends), size=count)
        yield _padded([_varied(rng, tables, np.arange(ends[k] - tables.sizes[k], ends[k])) for k in drawn])


def _varied(
    rng: np.random.Generator, tables: TableCandidates, which: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the inputs, kinds and colours of one table's candidates as they might be in another photo."""
    if rng.random() > _WHOLE_SHARE:
        which = rng.permutation(which)[: max(2, int(len(which) * rng.random()))]
    inputs = tables.inputs[which].copy()
    kinds, colours = (labels[which].astype(int) for labels in (tables.kinds, tables.colours))
    _relight(rng, inputs)
    if rng.random() < _UNEVEN_SHARE:
        _light_unevenly(rng, inputs)
    _misjudge(rng, inputs)
    for some in (RELATIONS, SIGN):
        exchanged = np.flatnonzero(rng.random(len(inputs)) < _EXCHANGED_SHARE)
        inputs[exchanged, some] = tables.inputs[rng.integers(len(tables.inputs), size=len(exchanged)), some]
    if rng.random() < _ANSWERED_SHARE:
        _answer_some(rng, inputs, kinds, colours)
    return inputs, kinds, colours


def _relight(rng: np.random.Generator, inputs: np.ndarray) -> None:
    """Change light and strength of all colours of a table alike, and each candidate's colour a little."""
    light, strength = rng.normal(0, _LIGHT), np.array([np.exp(rng.normal(0, _LOG_STRENGTH))] * 2 + [1.0])
    art, table = inputs[:, BOARD.start : BOARD.stop - 4], inputs[:, BOARD.stop - 4 : BOARD.stop - 1]
    art[:] = art * np.tile(strength, art.shape[1] // 3) + np.tile(light, art.shape[1] // 3)
    table[:] = (table * strength + light) * inputs[:, BOARD.stop - 1 : BOARD.stop]
    inputs[:, CHROMA] *= np.tile(strength, 3)
    inputs[:, CHROMA.start : CHROMA.start + 3] += light
    inputs[:, CHROMA] += rng.normal(0, _NOISE, inputs[:, CHROMA].shape)


def _light_unevenly(rng: np.random.Generator, inputs: np.ndarray) -> None:
    """Put some candidates of a table into shadows or glare, so that their colours change and are named otherwise."""
    some = np.flatnonzero(rng.random(len(inputs)) < rng.uniform(0, _LIT_OTHERWISE_SHARE))
    shadows = rng.normal(0, _SHADE, (1 if rng.random() < 1 / 2 else len(some), 3))
    shadows[:, 2] = -abs(shadows[:, 2])
    shift = np.broadcast_to(shadows, (len(some), 3)).copy()
    glare = np.where(rng.random((len(some), 1)) < 1 / 2, rng.uniform(0, _MAX_GLARE, (len(some), 1)), 0.0)
    shift[:, :2] -= glare * inputs[some, CHROMA.start : CHROMA.start + 2]
    shift[:, 2:] += glare * _GLARE_BRIGHTNESS
    inputs[some, CHROMA] += np.tile(shift, 3)
    doubted = inputs[some, COLOUR_ESTIMATES] + rng.normal(0, _DOUBTED_NAMES, (len(some), len(COLOURS)))
    inputs[some, COLOUR_ESTIMATES] = np.maximum(_normalised(doubted), MIN_LOG_PROBABILITY)


def _misjudge(rng: np.random.Generator, inputs: np.ndarray) -> None:
    """Shift the networks' estimates for a whole table, as on piece sets and paints that these were not trained on."""
    if rng.random() < _MISJUDGED_SHARE:
        shift = rng.normal(0, _KIND_SHIFT) / 2 * _TOWARDS_HOUSES
        inputs[:, KIND_ESTIMATES] = _normalised(inputs[:, KIND_ESTIMATES] + shift)
        counts = inputs[:, COUNT_ESTIMATES].reshape(-1, len(PIECES), 3) + np.outer(shift, [0.0, 1.0, 1.0])
        inputs[:, COUNT_ESTIMATES] = _normalised(counts).reshape(len(inputs), -1)
    if rng.random() < _MISJUDGED_SHARE:
        shifted = inputs[:, COLOUR_ESTIMATES] + rng.normal(0, _COLOUR_SHIFT, len(COLOURS))
        inputs[:, COLOUR_ESTIMATES] = np.maximum(_normalised(shifted), MIN_LOG_PROBABILITY)


def _normalised(logs: np.ndarray) -> np.ndarray:
    """Return logs of probabilities that sum to 1 along the last axis."""
    total: np.ndarray = logs - np.log(np.exp(logs).sum(axis=-1, keepdims=True))
    return total


def _answer_some(rng: np.random.Generator, inputs: np.ndarray, kinds: np.ndarray, colours: np.ndarray) -> None:
    """Move the labels of a few candidates to their inputs; the loss leaves these labels out."""
    pieces = np.flatnonzero(kinds > 0)
    misjudged = inputs[pieces, KIND_ESTIMATES].argmax(axis=1) + 1 != kinds[pieces]
    # Each is drawn with a probability in proportion to its weight (Efraimidis and Spirakis 2006).
    order = np.argsort(rng.exponential(size=len(pieces)) / np.where(misjudged, _MISJUDGED_WEIGHT, 1.0))
    for k in pieces[order[: int(rng.integers(1, _MOST_ANSWERS + 1))]]:
        if rng.random() < _UNDETECTED_SHARE:
            inputs[k, CHROMA.start : FEATURES.stop] = 0
        if rng.random() < 2 / 3:
            inputs[k, ANSWERS.start + kinds[k]] = 1
            kinds[k] = _UNKNOWN
        if colours[k] >= 0 and rng.random() < 2 / 3:
            inputs[k, ANSWERS.start + KIND_COUNT + colours[k]] = 1
            colours[k] = _UNKNOWN


def _padded(tables: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> Batch:
    """Return the candidates of tables as a batch, padded to the largest table."""
    longest = max(len(kinds) for _, kinds, _ in tables)
    inputs = torch.zeros(len(tables), longest, INPUT_COUNT)
    labels = torch.full((2, len(tables), longest), _UNKNOWN)
    for k, (given, *true) in enumerate(tables):
        inputs[k, : len(given)] = torch.from_numpy(given)
        labels[:, k, : len(given)] = torch.from_numpy(np.array(true))
    return inputs, labels[0], labels[1]


def _parts(model: nn.Module, batch: Batch) -> Parts:
    candidates, kinds, colours = batch
    logits = model(candidates).flatten(0, 1)
    told, named = (
        F.cross_entropy(part, true.flatten(), ignore_index=_UNKNOWN, label_smoothing=_SMOOTHING)
        for part, true in zip(logits.split([KIND_COUNT, len(COLOURS)], dim=1), (kinds, colours), strict=True)
    )
    return {"colours": named, "kinds": _KINDS_WEIGHT * told}


if __name__ == "__main__":
    main()
