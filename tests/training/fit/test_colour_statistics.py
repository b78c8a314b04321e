"""Statistics of pieces' colours are written where they are read."""

from importlib.resources import files
from pathlib import Path

from training.fit.colour_model import OUT
from vision.pieces.colours.colour_model import FILE


def test_what_is_measured_replaces_the_statistics_that_are_shipped() -> None:
    assert OUT.samefile(Path(str(files("vision.pieces.colours") / FILE)))
