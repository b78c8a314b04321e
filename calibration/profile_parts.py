"""What each file of a profile may hold; each parser raises `DocumentError` naming the field that is wrong."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from games.fjords.document import DocumentError, Model
from vision.lens import Lens
from vision.tile_sets import KnownSet

_Pixels = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
_Place = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
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


class _NamedModel(Model):
    format: str
    version: Literal[1]
    name: str


def parse_lenses(data: object) -> tuple[Lens, ...]:
    """Return the lenses in ``lenses.json``."""
    lenses = []
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


def parse_tiles(data: object) -> KnownSet:
    """Return the tile set in one file of ``tiles/``."""
    return KnownSet.from_document(data)


def parse_stones(data: object) -> Any:
    """Return the rune stones in ``stones.json``."""
    return _NamedModel.parse(data)
