"""``python -m training.fit.evidence.teams SAMPLES``: how the teams of stored samples are named.

SAMPLES holds the files of ``python -m training.fit.evidence.samples``. The numbers of the naming
(`vision.pieces.colours.naming`) are chosen by the nats a team that this prints.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np

from training.fit.evidence.labels import LabelledScene
from vision.pieces.evidence.model import infer
from vision.pieces.evidence.states import COLOUR_OF_STATE, LONGHOUSE, VIKING, decided_kinds
from vision.vocabulary import COLOURS

_MIN_PROBABILITY = 1e-5


@dataclass(frozen=True)
class TeamScore:
    """Counts over some tables.

    Attributes:
        teams: of which any piece was read as a viking or longhouse.
        misnamed: of which most pieces have another name.
        merged: that have their name in common with another team of the table.
        pieces: read of these teams.
        wrong: of which another colour was read.
        surprise: nats, the negative log likelihood of the teams' names, the mean of each team's pieces.
    """

    teams: int = 0
    misnamed: int = 0
    merged: int = 0
    pieces: int = 0
    wrong: int = 0
    surprise: float = 0.0

    def __add__(self, other: TeamScore) -> TeamScore:
        """Return the sum of both counts."""
        return TeamScore(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def main() -> None:
    """Print the counts of each family, and the nats a team."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    for path in sorted(parser.parse_args().samples.glob("*.pickle")):
        counted = team_score(pickle.loads(path.read_bytes()))
        print(path.stem, counted, f"{counted.surprise / max(counted.teams, 1):.3f} nats a team")


def team_score(scenes: Sequence[LabelledScene]) -> TeamScore:
    """Return what the joint model, as it ships, makes of the teams of some tables."""
    return sum((_score(one) for one in scenes if len(one.states)), TeamScore())


def _score(one: LabelledScene) -> TeamScore:
    belief = infer(one.scene).belief
    names = belief[:, VIKING] + belief[:, LONGHOUSE] + _MIN_PROBABILITY
    names /= names.sum(axis=1, keepdims=True)
    true = COLOUR_OF_STATE[one.states]
    read = (true >= 0) & np.isin(decided_kinds(belief), [1, 2])
    true, named = true[read], names[read]
    likeliest = named.argmax(axis=1)
    teams = np.unique(true).tolist()
    usual = [int(np.bincount(likeliest[true == team], minlength=len(COLOURS)).argmax()) for team in teams]
    return TeamScore(
        teams=len(teams),
        misnamed=sum(name != team for name, team in zip(usual, teams, strict=True)),
        merged=len(usual) - len(set(usual)),
        pieces=len(true),
        wrong=int((likeliest != true).sum()),
        surprise=float(-sum(np.log(named[true == team, team]).mean() for team in teams)),
    )


if __name__ == "__main__":
    main()
