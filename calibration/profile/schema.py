"""Schemas of a profile's files; each parser raises `DocumentError` naming the field that is wrong."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model
from vision.geometry.lens import Lens
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.pieces.evidence.candidate_network import INPUT_COUNT
from vision.pieces.evidence.examples import PieceExamples
from vision.stones.stone_set import KnownStones
from vision.terrain.ground.naming import COLOUR_TEXTURE_COUNT
from vision.terrain.ground.taught_ground import TaughtGround
from vision.tiles.tile_set import KnownSet, KnownTile
from vision.vocabulary import COLOURS, PIECES, TERRAINS

_Pixels = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
_Place = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Term = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]


class _LensModel(Model):
    camera: str
    width: Annotated[int, Field(ge=1, le=100_000)]
    height: Annotated[int, Field(ge=1, le=100_000)]
    focal: _Pixels
    centre: Annotated[list[_Place], Field(min_length=2, max_length=2, strict=False)]
    distortion: Annotated[list[_Term], Field(min_length=5, max_length=5, strict=False)]
    error_px: Annotated[float, Field(ge=0, le=1)]


class _LensesModel(Model):
    format: Literal["longhouse-lenses"]
    version: Literal[1]
    lenses: Annotated[list[_LensModel], Field(strict=False)]


def parse_lenses(data: object) -> tuple[Lens, ...]:
    """Return the lenses in ``lenses.json``."""
    lenses: list[Lens] = []
    for index, model in enumerate(_LensesModel.parse(data).lenses):
        fields = model.given()
        x, y = model.centre
        k1, k2, p1, p2, k3 = model.distortion
        lens = Lens(**fields | {"centre": (x, y), "distortion": (k1, k2, p1, p2, k3)})
        if any((lens.camera, lens.width, lens.height) == (o.camera, o.width, o.height) for o in lenses):
            raise DocumentError(f"lenses[{index}]", "twice", [lens.camera, lens.width, lens.height])
        lenses.append(lens)
    return tuple(lenses)


def lenses_document(lenses: tuple[Lens, ...]) -> dict[str, Any]:
    """Return the lenses as data that `parse_lenses` reads back."""
    rows = [
        {
            "camera": lens.camera,
            "width": lens.width,
            "height": lens.height,
            "focal": lens.focal,
            "centre": list(lens.centre),
            "distortion": list(lens.distortion),
            "error_px": lens.error_px,
        }
        for lens in lenses
    ]
    return {"format": "longhouse-lenses", "version": 1, "lenses": rows}


class _TaughtPieceModel(Model):
    name: Annotated[str, Field(min_length=1, max_length=40)]
    kind: Literal["viking", "longhouse"]
    look: Annotated[list[_Term], Field(min_length=3, max_length=3, strict=False)]
    words: Annotated[list[_Term], Field(min_length=len(COLOURS), max_length=len(COLOURS), strict=False)]
    kinds: Annotated[list[_Share], Field(min_length=3, max_length=3, strict=False)]
    form: Annotated[list[_Term | None], Field(min_length=3, max_length=3, strict=False)]


MAX_PIECES = 400
"""Most pieces of ``colours.json``: forty of each kind of five players."""


class _PaletteModel(Model):
    format: Literal["longhouse-colours"]
    version: Literal[1]
    pieces: Annotated[list[_TaughtPieceModel], Field(min_length=1, max_length=MAX_PIECES, strict=False)]
    table: Annotated[list[_Term], Field(min_length=3, max_length=3, strict=False)] | None


def parse_palette(data: object) -> Palette:
    """Return the pieces in ``colours.json``."""
    model = _PaletteModel.parse(data)
    pieces = tuple(
        TaughtPiece(
            p.name, p.kind, np.array(p.look), np.array(p.words), np.array(p.kinds), np.array(p.form, dtype=float)
        )
        for p in model.pieces
    )
    return Palette(pieces, None if model.table is None else np.array(model.table))


def palette_document(palette: Palette) -> dict[str, Any]:
    """Return the palette as data that `parse_palette` reads back."""
    rows = [
        {
            "name": p.name,
            "kind": p.kind,
            "look": _rounded(p.chroma),
            "words": _rounded(p.colour),
            "kinds": _rounded(p.kinds),
            "form": [round(float(v), 4) if np.isfinite(v) else None for v in p.shape],
        }
        for p in palette.pieces
    ]
    return {
        "format": "longhouse-colours",
        "version": 1,
        "pieces": rows,
        "table": None if palette.table is None else _rounded(palette.table),
    }


def _rounded(values: np.ndarray) -> list[float]:
    return [round(float(v), 4) for v in values]


class _ExampleModel(Model):
    kind: Literal["viking", "longhouse", "stone"]
    colour: str | None
    inputs: Annotated[str, Field(max_length=4 * INPUT_COUNT)]


_FIRST_NETWORKS = "73f8bafbc63557fc"
"""Fingerprint of the networks that made the files which do not name theirs."""


class _PiecesModel(Model):
    format: Literal["longhouse-pieces"]
    version: Literal[1]
    pieces: Annotated[list[_ExampleModel], Field(min_length=1, max_length=MAX_PIECES, strict=False)]
    names: dict[str, str]
    networks: Annotated[str, Field(max_length=64)] = _FIRST_NETWORKS


def parse_pieces(data: object) -> PieceExamples:
    """Return the pieces in ``pieces.json``."""
    model = _PiecesModel.parse(data)
    pieces = model.pieces
    for index, piece in enumerate(pieces):
        known = piece.colour is None if piece.kind == "stone" else piece.colour in COLOURS
        if not known:
            raise DocumentError(f"pieces[{index}].colour", "value", piece.colour)
    return PieceExamples(
        inputs=np.array([_inputs_in(piece.inputs, f"pieces[{index}].inputs") for index, piece in enumerate(pieces)]),
        kinds=np.array([1 + PIECES.index(piece.kind) for piece in pieces]),
        colours=np.array([-1 if piece.colour is None else COLOURS.index(piece.colour) for piece in pieces]),
        names=np.array([_index_of_name(model.names.get(colour, colour)) for colour in COLOURS]),
        networks=model.networks,
    )


def _index_of_name(name: str) -> int:
    if name not in COLOURS:
        raise DocumentError("names", "unknown", name)
    return COLOURS.index(name)


def _inputs_in(text: str, field: str) -> np.ndarray:
    """Return (INPUT_COUNT,) float32 numbers from the base64 of half floats; raises ``DocumentError`` for the field."""
    try:
        inputs = np.frombuffer(b64decode(text, validate=True), "<f2").astype(np.float32)
    except ValueError:
        inputs = np.empty(0, np.float32)
    if inputs.shape != (INPUT_COUNT,) or not np.isfinite(inputs).all():
        raise DocumentError(field, "value", text[:40])
    return inputs


def pieces_document(examples: PieceExamples) -> dict[str, Any]:
    """Return examples of pieces as data that `parse_pieces` reads back."""
    rows = zip(examples.inputs, examples.kinds, examples.colours, strict=True)
    pieces = [
        {
            "kind": PIECES[kind - 1],
            "colour": None if colour < 0 else COLOURS[colour],
            "inputs": b64encode(inputs.astype("<f2").tobytes()).decode(),
        }
        for inputs, kind, colour in rows
    ]
    names = {COLOURS[k]: COLOURS[name] for k, name in enumerate(examples.names) if k != name}
    return {
        "format": "longhouse-pieces",
        "version": 1,
        "pieces": pieces,
        "names": names,
        "networks": examples.networks,
    }


_ONE_PER_FEATURE = Field(min_length=COLOUR_TEXTURE_COUNT, max_length=COLOUR_TEXTURE_COUNT, strict=False)
_Look = Annotated[list[_Term], _ONE_PER_FEATURE]
_Deviation = Annotated[float, Field(ge=1e-3, le=100)]


class _GroundModel(Model):
    format: Literal["longhouse-ground"]
    version: Literal[1]
    grounds: Annotated[dict[Literal["P", "M", "O"], _Look], Field(min_length=1)]
    deviations: Annotated[list[_Deviation], _ONE_PER_FEATURE]


def parse_ground(data: object) -> TaughtGround:
    """Return the looks of the grounds in ``ground.json``."""
    model = _GroundModel.parse(data)
    unseen = [np.nan] * COLOUR_TEXTURE_COUNT
    looks = [model.grounds.get(terrain, unseen) for terrain in ("P", "M", "O")]
    return TaughtGround(np.array(looks), np.array(model.deviations))


def ground_document(ground: TaughtGround) -> dict[str, Any]:
    """Return the looks of grounds as data that `parse_ground` reads back."""
    rows = zip(TERRAINS, ground.looks, strict=True)
    return {
        "format": "longhouse-ground",
        "version": 1,
        "grounds": {terrain: _rounded(look) for terrain, look in rows if np.isfinite(look).all()},
        "deviations": _rounded(ground.deviations),
    }


def parse_tiles(data: object) -> KnownSet:
    """Return the tile set in one file of ``tiles/``."""
    return KnownSet.from_document(data)


def parse_seen_tiles(data: object) -> KnownSet:
    """Return the tiles in ``seen-tiles.json``, without names."""
    known = parse_tiles(data)
    return KnownSet("", tuple(replace(one, tile=replace(one.tile, name="")) for one in known.tiles), complete=False)


def seen_tiles_document(tiles: Sequence[KnownTile]) -> dict[str, Any]:
    """Return tiles of earlier photos as data that `parse_seen_tiles` reads back."""
    named = [replace(one, tile=replace(one.tile, name=f"t{n}", source={})) for n, one in enumerate(tiles, start=1)]
    return KnownSet("seen", tuple(named)).to_document()


def parse_stones(data: object) -> KnownStones:
    """Return the rune stones in ``stones.json``."""
    return KnownStones.from_document(data)
