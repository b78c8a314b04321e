"""The reader of a test club's camera processes, which import it by its name."""

from __future__ import annotations

from tests.support.readers.truth_reader import GAME, TruthReader


def make_truth_reader() -> TruthReader:
    return TruthReader(GAME)
