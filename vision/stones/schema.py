"""The form of a copy's taught rune stones as a document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from games.envelope import Model
from games.fjords.vocabulary import RuneSet


class StoneModel(Model):
    """One stone."""

    kind: RuneSet
    colour: Annotated[str, Field(max_length=60)] | None = None
    face: Any = None


class StonesModel(Model):
    """All stones of one copy."""

    format: Literal["longhouse-stones"]
    version: Literal[1]
    name: str
    radius: Annotated[float, Field(gt=0.05, lt=0.5)]
    stones: Annotated[list[StoneModel], Field(strict=False, max_length=200)]
