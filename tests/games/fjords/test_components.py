"""What a board has more of than the rules and the box allow."""

import pytest

from games.fjords.checks.warnings import status
from games.fjords.sentences import sentence
from tests.games.fjords.boards import PLAIN, board

TWO = {"players": [{"name": colour, "colours": [colour]} for colour in ("white", "red")]}
ROW = {(q, r): PLAIN for q in range(6) for r in range(6)}
CELLS = sorted(ROW)


def people(*colours):
    return [{"name": "-".join(own), "colours": list(own)} for own in colours]


def vikings(**counts):
    colours = [colour for colour, number in counts.items() for _ in range(number)]
    return [("viking", colour, cell) for colour, cell in zip(colours, CELLS, strict=False)]


def epic(*players):
    return {"rules": {"variant": "epic"}, "players": people(*players)}


@pytest.mark.parametrize(
    ("pieces", "runes", "fields", "codes"),
    [
        (vikings(white=25), (), epic(("white", "black"), ("red", "blue")), {"too-many-vikings"}),
        (vikings(white=15, black=15), (), epic(("white", "black"), ("red", "blue")), {"too-many-vikings"}),
        (vikings(white=10, black=20), (), epic(("white", "black"), ("red", "blue")), set()),
        (
            [("longhouse", "white", cell) for cell in CELLS[:5]],
            (),
            epic(("white", "black"), ("red", "blue")),
            {"too-many-longhouses"},
        ),
        (
            [("longhouse", "white", (0, 0))],
            [("home", (0, 0), "white"), ("wisdom", (0, 6), "black")],
            epic(("white", "black"), ("red", "blue")),
            {"runes-of-two-colours"},
        ),
        ((), (), epic(("white",), ("black",), ("red",)), {"variant-for-two"}),
        (vikings(white=1, black=1, red=1, blue=1), (), {"rules": {"variant": "epic"}}, set()),
        (vikings(white=1, black=1, red=1), (), {"rules": {"variant": "classic"}}, {"variant-for-two"}),
        (vikings(white=1, black=1, red=1, blue=1, green=1), (), {}, {"too-many-colours"}),
        ((), [("strength", (0, 0)), ("strength", (3, 3))], {}, {"too-many-stones"}),
        ((), [("friendship", (0, 0)), ("friendship", (3, 3))], TWO, set()),
        (
            (),
            [("friendship", cell) for cell in CELLS[:3]],
            TWO,
            {"too-many-stones"},
        ),
        ((), [("strength", (0, 0))], {"rules": {"variant": "classic"}}, {"classic-runes"}),
        ((), [("strength", (0, 0))], {"rules": {"runes": ["water"]}}, {"rune-not-played"}),
        ((), [("strength", (0, 0)), ("stone", (1, 0))], {"rules": {"runes": ["strength"]}}, set()),
        ((), [("strength", (0, 0))], {"rules": {"runes": []}}, {"rune-not-played"}),
        ((), [("stone", (0, 0))], {"rules": {"runes": []}}, {"rune-not-played"}),
        ((), [("strength", (0, 0))], {"rules": {"variant": "classic", "runes": []}}, {"classic-runes"}),
        ((), [("strength", (0, 0))], {"rules": {"variant": "base"}}, set()),
        ((), (), {"rules": {"runes": []}}, set()),
        ((), [("wisdom", (0, 6), "white"), ("wisdom", (0, 7), "white")], TWO, {"too-many-stones"}),
        ((), [("wisdom", (0, 6), "white"), ("wisdom", (0, 7), "red")], TWO, set()),
        ((), [("wisdom", (0, 6)), ("wisdom", (0, 7), "red")], TWO, set()),
        ((), [("home", (0, 0), "white")], {}, {"home-without-longhouse"}),
        ([("longhouse", "white", (0, 0))], [("home", (0, 0), "white")], {}, set()),
    ],
)
def test_what_the_box_does_not_hold_is_said(pieces, runes, fields, codes):
    found = {warning.code for warning in status(board(ROW, pieces, runes, **fields))}
    assert found - {"cut-off-viking", "few-neighbours"} == codes
    for code in codes:
        assert sentence(code, "ru", player="Ann") != sentence(code, "en", player="Ann")
