"""A board in words: every sentence of the rules once, however many tiles break the rule."""

import json

from companion.scoring.fjords_tally import tally_document
from companion.web.board.view import status_of
from tests.support.readers.truth_reader import SAMPLES


def test_a_warning_about_several_tiles_is_said_once_and_marks_them_all():
    document = json.loads((SAMPLES / "table01.json").read_text())
    apart = [{**tile, "q": tile["q"] + 40 * number, "r": 40} for number, tile in enumerate(document["tiles"][:3])]
    tally = tally_document({**document, "tiles": [*document["tiles"], *apart]})
    lonely = [notice for notice in status_of(tally, "en").notices if notice.code == "few-neighbours"]
    assert [(notice.cells.split(), notice.places) for notice in lonely] == [
        ([f"{tile['q']},{tile['r']}" for tile in sorted(apart, key=lambda tile: tile["q"])], 3)
    ]
