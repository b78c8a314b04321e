"""The reader that the camera processes of a test's club are begun with; they import it by its name."""

from __future__ import annotations

from tests.support.readers.truth_reader import GAME, TruthReader


def make_truth_reader() -> TruthReader:
    return TruthReader(GAME)
