"""Whatever stands in a file of answers, it is taken or refused by the name of its field."""

import json
import random

import pytest

from calibration.colours.taps import parse_colour_taps
from calibration.stones.learn import parse_stone_taps
from calibration.tiles.taps import parse_taps
from games.documents import DocumentError
from games.incoming import parse_json
from vision.plugins import calibrator_of

SQUARE = {"px": [1.0, 2.0], "terrain": "factory", "colour": "blue"}
PARSERS = {
    "tiles": (parse_taps, [{"px": [1.0, 2.0], "edges": ["P", "M", "O", "P", "M", "O"]}]),
    "colours": (parse_colour_taps, [{"px": [1.0, 2.0], "name": "red", "kind": "viking"}]),
    "stones": (parse_stone_taps, [{"px": [1.0, 2.0], "kind": "wisdom"}]),
    "hokkaido": (calibrator_of("hokkaido").parse_answers, [SQUARE]),
    "hokkaido cards": (
        calibrator_of("hokkaido").parse_answers,
        {"cards": [{"px": [1.0, 2.0], "squares": [[SQUARE] * 3] * 2}]},
    ),
    "hokkaido city": (calibrator_of("hokkaido").parse_answers, {"players": [{"squares": [SQUARE]}]}),
    "vikings": (calibrator_of("vikings").parse_answers, [{"px": [1.0, 2.0], "kind": "fisherman"}]),
    "nusfjord": (calibrator_of("nusfjord").parse_answers, [{"px": [1.0, 2.0], "kind": "building", "name": "Pier"}]),
}
STRANGE = [None, True, -1, 10**12, 1e300, "", "\u202e", "x" * 500, [], {}, [[[]]], {"q": 1}, ["P"] * 400, [1]]


@pytest.mark.parametrize("kind", PARSERS)
def test_strange_answers_are_taken_or_refused_by_field(kind):
    parse, right = PARSERS[kind]
    chance = random.Random(kind)
    for _ in range(300):
        answers = [json.loads(json.dumps(right))]
        for _ in range(chance.randrange(1, 3)):
            _spoil(answers, chance)
        try:
            parse(parse_json(json.dumps(answers[0])))
        except DocumentError as error:
            assert error.message("ru").encode().endswith(b".")


@pytest.mark.parametrize(
    "data", [{"players": [1]}, {"players": 5}, {"players": [{"squares": 1}]}, {"cards": 3}], ids=repr
)
def test_a_city_whose_parts_are_no_lists_is_refused(data):
    with pytest.raises(DocumentError):
        calibrator_of("hokkaido").parse_answers(data)


def _spoil(value, chance):
    """Put something strange in the place of anything in a document."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = chance.choice(keys)
        if not isinstance(value[key], dict | list) or not value[key] or chance.random() < 0.2:
            value[key] = json.loads(json.dumps(chance.choice(STRANGE)))
            return
        value = value[key]
