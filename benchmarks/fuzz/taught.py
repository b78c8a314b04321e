"""A valid profile with every part, made of synthetic numbers and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.profile.schema import ground_document, lenses_document, palette_document, pieces_document
from games.fjords.tilesets.document import shipped
from vision.geometry.lens import Lens
from vision.hokkaido.printings.prior import printing_prior
from vision.nusfjord.faces import Face, FaceLabel, document_of
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.pieces.evidence.candidate_network import INPUT_COUNT
from vision.pieces.evidence.examples import PieceExamples
from vision.stones.stone_set import FACE_SIDE, KnownStone, KnownStones
from vision.terrain.ground.taught_ground import TaughtGround
from vision.tiles.tile_set import ART_SIDE, KnownSet, KnownTile
from vision.vocabulary import COLOURS

_CHANCE = np.random.default_rng(1)
_NAMED = (
    FaceLabel(kind="building", name="Smithy", points=3),
    FaceLabel(kind="sloop", points=1),
    FaceLabel(kind="share"),
)


def taught_files() -> dict[str, dict[str, Any]]:
    """Return the documents of a profile by the names of their files."""
    lens = Lens("Phone 26 mm", 4000, 3000, 3100.0, (2000.0, 1490.0), (0.1, -0.2, 0.0, 0.001, 0.0), 0.4)
    return {
        "profile.json": {"format": "longhouse-profile", "version": 1, "name": "kitchen"},
        "lenses.json": lenses_document((lens, Lens("", 1280, 720, 900.0, (640.0, 360.0), (0.0,) * 5, 0.1))),
        "colours.json": palette_document(_palette()),
        "pieces.json": pieces_document(_examples()),
        "ground.json": ground_document(TaughtGround(_CHANCE.normal(size=(3, 5)), np.full(5, 0.3))),
        "stones.json": _stones().to_document(),
        "tiles/mine.json": _tiles().to_document(),
        "games/hokkaido.json": _looks(),
        "games/nusfjord.json": document_of(tuple(Face(what, _picture(64)) for what in _NAMED)),
        "games/vikings.json": {
            **{"format": "longhouse-fjord-colours", "version": 1, "game": "vikings"},
            **{kind: _CHANCE.random((6, 3)).round(3).tolist() for kind in ("printed", "wooden")},
        },
    }


def _examples() -> PieceExamples:
    return PieceExamples(
        _CHANCE.normal(size=(3, INPUT_COUNT)),
        np.array([1, 2, 3]),
        np.array([0, 0, -1]),
        np.array([1, *range(1, len(COLOURS))]),
    )


def _tiles() -> KnownSet:
    return KnownSet("mine", tuple(KnownTile(tile, _picture(ART_SIDE)) for tile in shipped("made-up-64").tiles[:6]))


def _looks() -> dict[str, Any]:
    figures = len(printing_prior().middle)
    squares = [
        {"spot": [n % 4, n // 4], "figures": _CHANCE.normal(size=figures).round(3).tolist(), "may": [n % 5]}
        for n in range(12)
    ]
    photos = [{"file": "cards.jpg", "squares": squares}]
    return {"format": "longhouse-looks", "version": 1, "game": "hokkaido", "photos": photos}


def _palette() -> Palette:
    pieces = tuple(
        TaughtPiece(
            name,
            kind,
            _CHANCE.normal(size=3),
            _CHANCE.random(len(COLOURS)),
            _CHANCE.random(3),
            np.array([0.5, 1.0, np.nan]),
        )
        for name in ("Ann", "white", "red")
        for kind in ("viking", "longhouse")
    )
    return Palette(pieces, _CHANCE.normal(size=3))


def _stones() -> KnownStones:
    named = (("strength", "white"), ("home", "red"), ("wisdom", None))
    return KnownStones("kitchen", 0.1, tuple(KnownStone(kind, colour, _picture(FACE_SIDE)) for kind, colour in named))


def _picture(side: int) -> np.ndarray:
    """Return a picture of patches with some contrast."""
    return np.kron(_CHANCE.integers(0, 255, (8, 8, 3), np.uint8), np.ones((side // 8, side // 8, 1), np.uint8))
