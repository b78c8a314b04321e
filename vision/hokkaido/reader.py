"""Reads a photo of a city to its board document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.hokkaido.appearances import APPEARANCES, Square, code_of, fields_of, square_probabilities
from vision.hokkaido.board import City, detect_city
from vision.hokkaido.cells import Place
from vision.hokkaido.city.city_in_grid import describe_squares
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior
from vision.imaging.file_pixels import document_px
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.profile import Profile, lens_of_pixels
from vision.reading.caveats import STRANGE, is_strange

_MIN_CONFIDENCE = 0.95
"""Readings with a smaller confidence are asked about: of 8091 squares of 220 synthetic cities of held-out art
(44000-44099, 45000-45119), by an earlier state of the network, 6 are wrong and asked about, and so are 65 right
ones."""
_CERTAIN_CARD = 0.96
"""Probability of a card, or of table, below which a square may be either: of 20 squares beside 100 synthetic cities
(42000-42099) that are cards with 0.04 to 0.07 two are."""
_MIN_CUBE_CONFIDENCE = 0.9
"""The same for cubes: of 659 production squares of those cities 13 are wrong, 4 of them not asked about, and 33 right
ones are asked about; with 0.85 it is 6 and 25."""
_CUBE = (0.43, 0.87)
"""Logistic regression of a cube: weights of the log odds by the square's features, for any printing, and by the
network. Fitted to those squares: on each quarter, fitted to the others, 13 are wrong instead of 31 with the features
alone."""
_MIN_CANDIDATE, _MIN_PROBABILITY = 0.02, 1e-9
"""Smallest probability of a third or fourth candidate, and floor of probabilities in logarithms; chosen by hand."""
_USUAL_VALUE = 0.95
"""Probability that no factory earns more than four points. One of the six start provinces has one on its side B: if
both sides are as likely, one city in twelve; it is taken to be visible and to have a cube in every other of these."""
_STRANGE_LOG_LIKELIHOODS = (-120.0, -60.0)
"""Log likelihoods under the nearest known kind of square at which a reading is worth nothing, and from which it is
worth its probability. Invented squares lay at -267 to -379, true ones at -85 and above."""
_MAX_CANDIDATES = 4


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the city that the photo shows, and ``ask``, most doubtful first.

    The field ``caveats`` says where the board may be one of another game.

    Raises:
        UnreadablePhoto: there is no city.
    """
    taught: tuple[PhotoSquares, ...] = () if profile is None else profile.games.get("hokkaido", ())
    seen = detect_city(photo, lens_of_pixels(photo, profile), taught)
    readings = list(_square_readings(seen, photo))
    squares = [
        {**one.at, **fields_of(one.square), "px": one.px, "confidence": round(one.confidence, 4)} for one in readings
    ]
    cubes = [{**one.at, "colour": one.square[1]} for one in readings if one.cube > 0.5]
    player = {"name": "Player", "squares": squares, "cubes": cubes, "goals": []}
    asked = [question for one in readings for question in _questions(one)]
    asked += _hidden(seen, photo)
    asked.sort(key=lambda question: question["confidence"])
    # Where the grid is in doubt, so is all of a city.
    strange = seen.trust == 1.0 and is_strange(len(squares), len(asked))
    asked += _other_value(squares, cubes)
    head = {"format": "longhouse-board", "version": 1, "game": "hokkaido"}
    return {**head, "players": [player], "ask": asked, **({"caveats": [STRANGE]} if strange else {})}


@dataclass(frozen=True)
class _SquareReading:
    """What is read of one square of a city.

    Attributes:
        at: its ``x`` and ``y`` in the board document.
        px: its centre in the upright photo, pixels.
        kinds: the probabilities, 0..1, of the kinds of square, most probable first.
        card: probability, 0..1, that it is a card rather than table.
        confidence: probability, 0..1, that it is a card of the most probable kind.
        cube: probability, 0..1, of a cube on it.
    """

    at: Mapping[str, int]
    px: list[float]
    kinds: Mapping[Square, float]
    card: float
    confidence: float
    cube: float

    @property
    def square(self) -> Square:
        """The most probable kind."""
        return next(iter(self.kinds))


def _square_readings(seen: City, photo: Photo) -> Iterator[_SquareReading]:
    """Yield what is read of each square of a city."""
    cube_log_odds = printing_prior().cube_log_odds(seen.squares.features)
    fits = log_likelihoods(seen.squares, printing_prior())
    for place, share, odds, fit in zip(seen.places, seen.shown.probabilities[0], cube_log_odds, fits, strict=True):
        kinds = square_probabilities(share)
        square, likely = next(iter(kinds.items()))
        card = seen.cards.get(place, 1.0)
        sure = seen.trust * likely * card * float(np.interp(fit, _STRANGE_LOG_LIKELIHOODS, [0.0, 1.0]))
        cube = _cube_probability(share, square, float(odds))
        yield _SquareReading(_at(place, seen), _px(seen, place, photo), kinds, card, sure, cube)


def _cube_probability(probabilities: np.ndarray, square: Square, odds: float) -> float:
    """Return the probability of a cube on a square.

    Args:
        probabilities: (K,) of its classes.
        square: its kind; only some carry cubes.
        odds: log odds of a cube by its features, for any printing.
    """
    both = {
        kind.cube: float(value) for kind, value in zip(APPEARANCES, probabilities, strict=True) if kind.square == square
    }
    if True not in both:
        return 0.0
    here = np.log((both[True] + _MIN_PROBABILITY) / (both[False] + _MIN_PROBABILITY))
    return float(sigmoid(np.dot(_CUBE, (odds, here))))


def _questions(one: _SquareReading) -> Iterator[dict[str, Any]]:
    """Yield the questions about a square: which it is, and whether a cube lies on it."""
    at = {**one.at, "px": one.px}
    if one.confidence < _MIN_CONFIDENCE:
        candidates = [*_likely(one.kinds), *(["none"] if one.card < _CERTAIN_CARD else [])]
        yield {"about": "square", **at, "candidates": candidates, "confidence": round(one.confidence, 4)}
    certain = max(one.cube, 1 - one.cube)
    if certain < _MIN_CUBE_CONFIDENCE:
        likely = ["cube", "none"] if one.cube > 0.5 else ["none", "cube"]
        yield {"about": "cube", **at, "candidates": likely, "confidence": round(certain, 4)}


def _likely(kinds: Mapping[Square, float]) -> list[str]:
    """Return the candidates for a square, most probable first, by the probabilities of its kinds."""
    return [
        code_of(kind)
        for n, (kind, p) in enumerate(kinds.items())
        if n < 2 or (n < _MAX_CANDIDATES and p > _MIN_CANDIDATE)
    ]


def _hidden(seen: City, photo: Photo) -> list[dict[str, Any]]:
    """Return questions for squares of table that may be cards."""
    doubtful = {p: card for p, card in seen.cards.items() if p not in seen.places and card > 1 - _CERTAIN_CARD}
    if not doubtful:
        return []
    shares = seen.shown.class_probabilities_of(describe_squares(seen.cells, tuple(doubtful), photo.pixels.shape[:2]))
    return [
        {
            "about": "square",
            **_at(place, seen),
            "px": _px(seen, place, photo),
            "candidates": ["none", *_likely(square_probabilities(share))],
            "confidence": round(1 - card, 4),
        }
        for (place, card), share in zip(doubtful.items(), shares, strict=True)
    ]


def _other_value(squares: Sequence[Mapping[str, Any]], cubes: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the question whether a factory earns more than others do, last of all, for it is worth one point.

    Only the colour matters: of several factories of one colour the dearest gets the first cube.
    """
    held = {cube["colour"] for cube in cubes}
    earning = [square for square in squares if square["terrain"] == "factory" and square["colour"] in held]
    colours = dict.fromkeys(square["colour"] for square in earning)
    if earning:
        at = {field: earning[0][field] for field in ("x", "y", "px")}
        candidates = ["none", *(code_of(("factory", colour)) for colour in colours)]
        yield {"about": "value", **at, "candidates": candidates, "confidence": _USUAL_VALUE}


def _at(place: Place, seen: City) -> dict[str, int]:
    """Return where a square lies in the board document, in which a city begins at 0, 0."""
    left, top = np.min(seen.places, axis=0)
    return {"x": int(place[0] - left), "y": int(place[1] - top)}


def _px(seen: City, place: Place, photo: Photo) -> list[float]:
    return document_px(seen.cells.px(place), photo.scale)
