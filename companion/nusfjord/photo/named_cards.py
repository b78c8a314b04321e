"""A photo of cards and ships, laid apart, in which a person names each to teach a copy of the game."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.nusfjord.form_fields import name_in, points_in
from companion.problems import Problem
from games.nusfjord.catalogue import Catalogue
from vision.imaging.file_pixels import file_pixels
from vision.imaging.photo import Photo
from vision.nusfjord import calibration
from vision.nusfjord.faces import Face
from vision.nusfjord.outlines import all_outlines, distinct_outlines

_NO_CARDS = N_("No card can be told from the table in this photo; lay the cards apart on a plain table.")
_NO_NAME = N_("Name at least one card, or say which of them is a ship, a share or a free space.")
_MAX_CARDS = 60
"""The most cards of one photo: more are too small in it to be taught."""


@dataclass(frozen=True, eq=False)
class CardsPhoto:
    """A photo whose cards are being named.

    Attributes:
        key: identifies the photo in forms, so that names never come to the cards of another one.
        photo: the photo.
        cards: (4, 2) corners of each card in it, pixels of the file's picture, row by row.
    """

    key: str
    photo: Photo
    cards: tuple[np.ndarray, ...]


def find_cards(photo: Photo) -> CardsPhoto:
    """Return a photo with what may be cards in it; raises `Problem` where there is nothing of the kind."""
    found = distinct_outlines(list(all_outlines(photo.pixels)))[:_MAX_CARDS]
    if not found:
        raise Problem(_NO_CARDS)
    corners = tuple(file_pixels(quad, photo.scale) for quad in found)
    return CardsPhoto(secrets.token_hex(8), photo, corners)


def named_faces(seen: CardsPhoto, form: Form, known: Catalogue) -> calibration.FaceSample:
    """Return the cards of a photo that a form names.

    Args:
        seen: the photo and its cards.
        form: for the card of each number ``kind-0``…, ``name-0``… and ``points-0``…; a building without a name, and a
            card without a kind, is left out.
        known: where the points of a card are from whose field is empty.

    Raises:
        Problem: nothing is named, or points are no number.
        DocumentError: a field is wrong.
        PhotoError: a card cannot be cut out.
    """
    taps = calibration.parse_answers(list(_taps(seen, form, known)))
    if not taps:
        raise Problem(_NO_NAME)
    return calibration.detect(seen.photo, "", taps, None)


def _taps(seen: CardsPhoto, form: Form, known: Catalogue) -> Iterator[dict[str, Any]]:
    for number, corners in enumerate(seen.cards):
        kind = form.get(f"kind-{number}", "")
        name = name_in(form, f"name-{number}") if kind == "building" else ""
        if not kind or (kind == "building" and not name):
            continue
        given = form.get(f"points-{number}", "").strip()
        points = points_in(form, f"points-{number}") if given else _points(kind, name, known)
        label = {"kind": kind, "name": name, "points": points}
        yield {**label, "px": corners.mean(axis=0).tolist(), "corners": corners.tolist()}


def _points(kind: str, name: str, known: Catalogue) -> int:
    """Return the points of a card in the catalogue; 0 where it has none, or a star."""
    card = known.card(name) if kind == "building" else None
    return known.ships.get(kind, 0) if card is None else card.points or 0


def labels_of(faces: tuple[Face, ...]) -> set[tuple[str, str]]:
    """Return the kind and the name of everything that was taught, however many pictures there are of it."""
    return {(face.label.kind, face.label.name) for face in faces}
