"""Calibrates a printing of *Hokkaido* from cards that lie apart, or from a city with a few tapped squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model
from games.hokkaido.document import WORKS, Colour, Terrain
from vision.calibration_fields import Number, Pair
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.board import detect_city
from vision.hokkaido.cards import COLUMNS, ROWS, find_cards
from vision.hokkaido.city.city_in_grid import describe_squares
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior
from vision.hokkaido.printings.recognise import recognise
from vision.hokkaido.reader import code_of, square_probabilities
from vision.imaging.file_pixels import file_pixels, rounded_px
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.plugins import CalibrationResult
from vision.profile import Profile, lens_of_pixels

FORMAT = "longhouse-looks"
_MIN_CARDS = 2
_MIN_CONFIDENCE = 0.9
"""Squares with a smaller confidence are asked about; chosen by hand."""
_MAX_TAP_DISTANCE = 0.75
"""Largest distance of a tap from the centre of its square, in sides of a square; twice this for a card. Chosen by
hand."""
MAX_PHOTOS = 6
"""Photos of one copy that are used, the newest ones: the cost of recognition grows faster than the square of their
number, and 40 take over 20 s for one photo of a city."""
_NO_CUBE = np.array([not look.cube for look in APPEARANCES])
NOTHING = (
    "No cards can be seen in the picture; lay them apart from each other on a plain table, and take it from above.",
    "На снимке не видно карт; разложите их отдельно друг от друга на однотонном столе и снимите сверху.",
)
NO_SQUARE = (
    "There is no square at {x}, {y} in the picture; tap the middle of a square.",
    "На снимке нет квадрата в точке {x}, {y}; коснитесь середины квадрата.",
)


class SquareTap(Model):
    """The terrain of a square; production and factory have a colour."""

    terrain: Terrain
    colour: Colour | None = None


class Tap(SquareTap):
    """A tap on a square: ``px`` in the upright photo; whether there is a ``cube``; ``file``, the photo's name."""

    px: Pair
    cube: bool | None = None
    file: str | None = None


class CardTap(Model):
    """A tap on a card: its squares in rows from the top as printed, in either orientation."""

    px: Pair
    squares: Annotated[list[list[SquareTap]], Field(min_length=ROWS, max_length=ROWS, strict=False)]
    file: str | None = None


Answers = tuple[Tap | CardTap, ...]


class _Kept(Model):
    spot: Pair
    figures: Annotated[list[Number], Field(strict=False)]
    may: Annotated[list[int], Field(min_length=1, strict=False)]


class _Photo(Model):
    file: str
    squares: Annotated[list[_Kept], Field(min_length=1, max_length=2000, strict=False)]


class _Document(Model):
    format: Literal["longhouse-looks"]
    version: Literal[1]
    game: Literal["hokkaido"]
    photos: Annotated[list[_Photo], Field(min_length=1, max_length=40, strict=False)]


@dataclass(frozen=True, eq=False)
class CalibrationSample:
    """The squares of one photo: of cards, one after the other, row by row, or of a city.

    Attributes:
        name: the photo's file name.
        px: (n, 2) their centres in the upright photo, pixels.
        squares: their features.
        side: size of a square, pixels.
        cards: number of cards; 0 for a city.
    """

    name: str
    px: np.ndarray
    squares: PhotoSquares
    side: float
    cards: int


def parse(document: object) -> tuple[PhotoSquares, ...]:
    """Return the calibration in a profile's file; raises `DocumentError` naming the field that is wrong."""
    model = _Document.parse(document)
    figures = len(printing_prior().middle)
    for n, photo in enumerate(model.photos):
        for k, square in enumerate(photo.squares):
            if len(square.figures) != figures or not all(0 <= look < len(APPEARANCES) for look in square.may):
                raise DocumentError(f"photos[{n}].squares[{k}]", "value", "{…}")
    return tuple(_sheet(photo) for photo in model.photos[:MAX_PHOTOS])


def parse_answers(data: object) -> Answers:
    """Return the taps on squares and on cards.

    Accepts a list of taps, or the documents of spread out cards and of boards, whose parts have the same form.

    Raises:
        DocumentError: naming the field that is wrong.
    """
    if isinstance(data, Mapping):
        data = data.get("cards") or [square for city in _rows(data, "players") for square in _rows(city, "squares")]
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    return tuple(_tap(item, f"answers[{n}]") for n, item in enumerate(data))


def _rows(data: object, field: str) -> list[Any]:
    """Return the list in a field, empty if it is missing; raises `DocumentError` if it is not a list."""
    rows = data.get(field, []) if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        raise DocumentError(field, "type", rows)
    return rows


def detect(photo: Photo, name: str, answers: Answers | None, profile: Profile | None) -> CalibrationSample:
    """Return the squares of one photo, with the classes of those that the user tapped.

    Raises:
        UnreadablePhoto: there are neither cards nor a city, or a tap for this photo is not on a square.
    """
    spread = _cards(photo, name) or _city(photo, name, profile)
    classes = list(spread.squares.possible_classes)
    for tap in answers or ():
        if tap.file not in (None, name):
            continue
        if isinstance(tap, CardTap):
            _apply_card_tap(spread, tap, classes)
        else:
            _apply_tap(spread, tap, classes)
    return replace(spread, squares=replace(spread.squares, possible_classes=np.array(classes)))


def learn(seen: Sequence[CalibrationSample], before: tuple[PhotoSquares, ...] | None) -> CalibrationResult:
    """Combine the squares of several photos with the earlier calibration; untapped squares are recognised."""
    known = [spread.squares for spread in seen] + list(before or ())
    shares = recognise(known, printing_prior()).probabilities[: len(seen)]
    photos = [{"file": spread.name, "squares": _kept(spread.squares)} for spread in seen]
    photos += [{"file": "", "squares": _kept(shown)} for shown in before or ()]
    photos = photos[:MAX_PHOTOS]
    document = {"format": FORMAT, "version": 1, "game": "hokkaido", "photos": photos}
    tiles = [tile for spread, share in zip(seen, shares, strict=True) for tile in _tiles(spread, share)]
    asked = [q for spread, share in zip(seen, shares, strict=True) for q in _questions(spread, share)]
    return CalibrationResult(document, {"tiles": tiles, "ask": sorted(asked, key=lambda q: q["confidence"])})


def _tap(item: object, field: str) -> Tap | CardTap:
    """Return what a person tapped; ``field`` names it in the errors that are raised."""
    kind = CardTap if isinstance(item, Mapping) and "squares" in item else Tap
    try:
        tap: Tap | CardTap = kind.parse(item)
    except DocumentError as error:
        raise DocumentError(f"{field}.{error.field}", error.code, error.given) from None
    squares = [square for row in tap.squares for square in row] if isinstance(tap, CardTap) else [tap]
    if isinstance(tap, CardTap) and any(len(row) != COLUMNS for row in tap.squares):
        raise DocumentError(f"{field}.squares", "value", "[…]")
    if any(square.terrain in WORKS and square.colour is None for square in squares):
        raise DocumentError(f"{field}.colour", "missing")
    return tap


def _cards(photo: Photo, name: str) -> CalibrationSample | None:
    """Return the squares of the cards that lie apart in a photo; None where there are too few."""
    cards = find_cards(photo.gently_normalised)
    if len(cards) < _MIN_CARDS:
        return None
    places = tuple((x, y) for y in range(ROWS) for x in range(COLUMNS))
    sheets = [describe_squares(card, places, photo.pixels.shape[:2]) for card in cards]
    shown = PhotoSquares(
        np.concatenate([one.features for one in sheets]),
        np.concatenate([one.spots for one in sheets]),
        np.concatenate([one.possible_classes & _NO_CUBE for one in sheets]),
    )
    px = file_pixels(np.array([card.px(place) for card in cards for place in places]), photo.scale)
    side = float(np.median([card.plane.pitch_at(np.array([1, 1.5])) for card in cards])) * photo.scale
    return CalibrationSample(name, px, shown, side, len(cards))


def _city(photo: Photo, name: str, profile: Profile | None) -> CalibrationSample:
    try:
        seen = detect_city(photo, lens_of_pixels(photo, profile))
    except UnreadablePhoto:
        raise UnreadablePhoto("no-board", NOTHING) from None
    px = file_pixels(np.array([seen.cells.px(place) for place in seen.places]), photo.scale)
    side = seen.cells.plane.pitch_at(np.mean(seen.places, axis=0)) * photo.scale
    return CalibrationSample(name, px, seen.squares, side, 0)


def _apply_tap(spread: CalibrationSample, tap: Tap, classes: list[np.ndarray]) -> None:
    away = np.linalg.norm(spread.px - tap.px, axis=1) / spread.side
    if away.min() > _MAX_TAP_DISTANCE:
        raise UnreadablePhoto("no-square", NO_SQUARE, x=round(tap.px[0]), y=round(tap.px[1]))
    classes[int(away.argmin())] = _possible_classes(tap, tap.cube, spread.cards == 0)


def _apply_card_tap(spread: CalibrationSample, tap: CardTap, classes: list[np.ndarray]) -> None:
    """Set the classes of a card's squares, in the more probable of both orientations."""
    squares = COLUMNS * ROWS
    middles = spread.px[: spread.cards * squares].reshape(-1, squares, 2).mean(axis=1)
    away = np.linalg.norm(middles - tap.px, axis=1) / spread.side if spread.cards else np.array([np.inf])
    if away.min() > 2 * _MAX_TAP_DISTANCE:
        raise UnreadablePhoto("no-square", NO_SQUARE, x=round(tap.px[0]), y=round(tap.px[1]))
    own = slice(int(away.argmin()) * squares, (int(away.argmin()) + 1) * squares)
    upright = [_possible_classes(square, False, False) for row in tap.squares for square in row]
    alone = PhotoSquares(spread.squares.features[own], spread.squares.spots[own], spread.squares.possible_classes[own])
    share = recognise([alone], printing_prior()).probabilities[0]
    fits = [
        sum(float(np.log(share[n] @ look + 1e-9)) for n, look in enumerate(way)) for way in (upright, upright[::-1])
    ]
    classes[own] = upright if fits[0] >= fits[1] else upright[::-1]


def _possible_classes(square: SquareTap, cube: bool | None, may_carry: bool) -> np.ndarray:
    """Return the (K,) bool possible classes of a square of this kind."""
    kind = (square.terrain, square.colour if square.terrain in WORKS else None)
    carries = {True, False} if cube is None and may_carry else {bool(cube)}
    fits = np.array([look.square == kind and look.cube in carries for look in APPEARANCES])
    return fits if fits.any() else np.array([look.square == kind for look in APPEARANCES])


def _kept(shown: PhotoSquares) -> list[dict[str, Any]]:
    return [
        {
            "spot": [round(float(v), 4) for v in spot],
            "figures": [round(float(v), 4) for v in figures],
            "may": [int(k) for k in np.flatnonzero(may)],
        }
        for spot, figures, may in zip(shown.spots, shown.features, shown.possible_classes, strict=True)
    ]


def _sheet(photo: _Photo) -> PhotoSquares:
    may = np.zeros((len(photo.squares), len(APPEARANCES)), bool)
    for row, square in zip(may, photo.squares, strict=True):
        row[square.may] = True
    return PhotoSquares(
        np.array([square.figures for square in photo.squares], float),
        np.array([square.spot for square in photo.squares], float),
        may,
    )


def _tiles(spread: CalibrationSample, shares: np.ndarray) -> Iterable[dict[str, Any]]:
    """Yield what is shown of a photo: each square of a city, or each card with its rows of squares.

    Args:
        spread: the photo.
        shares: (n, classes) probabilities of its n squares.
    """
    kinds = [_shown(share) for share in shares]
    if not spread.cards:
        for n, (kind, px) in enumerate(zip(kinds, spread.px, strict=True)):
            yield {"id": f"s{n + 1:02}", **kind, "px": rounded_px(px), "file": spread.name}
        return
    squares = COLUMNS * ROWS
    for n in range(spread.cards):
        own = kinds[n * squares : (n + 1) * squares]
        rows = [own[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
        px = spread.px[n * squares : (n + 1) * squares].mean(axis=0)
        yield {"id": f"c{n + 1:02}", "squares": rows, "px": rounded_px(px), "file": spread.name}


def _questions(spread: CalibrationSample, shares: np.ndarray) -> Iterable[dict[str, Any]]:
    for share, px in zip(shares, spread.px, strict=True):
        named = square_probabilities(share)
        sure = next(iter(named.values()))
        if sure < _MIN_CONFIDENCE:
            likely = [code_of(kind) for kind in list(named)[:4]]
            yield {"about": "square", "px": rounded_px(px), "candidates": likely, "confidence": round(sure, 4),
                   "file": spread.name}  # fmt: skip


def _shown(share: np.ndarray) -> dict[str, Any]:
    terrain, colour = next(iter(square_probabilities(share)))
    return {"terrain": terrain} | ({"colour": colour} if colour else {})
