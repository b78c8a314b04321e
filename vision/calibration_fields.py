"""Types of fields that documents and answers files of several calibrations have.

They stand apart from `vision.plugins`, which reading a photo imports, since pydantic takes long to be imported.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Number = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
"""A number in a calibration's document or in an answer."""
Pair = Annotated[list[Number], Field(min_length=2, max_length=2, strict=False)]
"""Two of them, such as a point in a photo."""
_Coordinate = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
TapPlace = Annotated[list[_Coordinate], Field(min_length=2, max_length=2, strict=False)]
"""Where a person tapped on the upright photo, pixels of the file's picture."""
