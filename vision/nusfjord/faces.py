"""The faces of cards and tokens as they were taught: what each is, and a picture of it from straight above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import Field

from games.envelope import Model
from vision.imaging.data_urls import picture_of, picture_text

FORMAT = "longhouse-faces"
SIDE = 300
"""Pixels along a face's picture, which is square whatever the card is."""
Kind = Literal["building", "sloop", "cutter", "schooner", "share", "space"]
SHIPS = ("sloop", "cutter", "schooner")


class Named(Model):
    """What a face is: a building has a name, a building and a ship have points; shares and spaces are counted."""

    kind: Kind
    name: Annotated[str, Field(max_length=60)] = ""
    points: Annotated[int, Field(ge=-99, le=99)] = 0


class _Kept(Named):
    picture: str


class _Document(Model):
    format: Literal["longhouse-faces"]
    version: Literal[1]
    game: Literal["nusfjord"]
    faces: Annotated[list[_Kept], Field(max_length=400, strict=False)]


@dataclass(frozen=True, eq=False)
class Face:
    """One face: what it is, and its (SIDE, SIDE, 3) uint8 BGR picture."""

    what: Named
    picture: np.ndarray

    @cached_property
    def keypoints(self) -> tuple[np.ndarray, np.ndarray]:
        """(n, 2) places and (n, 128) descriptions of what stands out on it."""
        return described(self.picture)


def described(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, 2) places and (n, 128) descriptions of what stands out in a picture (SIFT, Lowe 2004)."""
    grey = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    points, looks = cv2.SIFT_create(contrastThreshold=0.02).detectAndCompute(grey, None)  # type: ignore[attr-defined]
    if looks is None:
        return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
    # Rooted descriptions are compared more fairly (Arandjelovic and Zisserman 2012).
    looks = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
    return np.array([point.pt for point in points]), looks.astype(np.float32)


def faces_of(document: object) -> tuple[Face, ...]:
    """Return the faces in a profile's file; raises `DocumentError` naming the field that is wrong."""
    model = _Document.parse(document)
    return tuple(
        Face(Named(kind=kept.kind, name=kept.name, points=kept.points), picture_of(kept.picture, f"faces[{n}].picture"))
        for n, kept in enumerate(model.faces)
    )


def document_of(faces: tuple[Face, ...]) -> dict[str, Any]:
    """Return faces as `faces_of` reads them."""
    kept = [{"kind": f.what.kind, "name": f.what.name, "points": f.what.points, "picture": picture_text(f.picture)}
            for f in faces]  # fmt: skip
    return {"format": FORMAT, "version": 1, "game": "nusfjord", "faces": kept}
