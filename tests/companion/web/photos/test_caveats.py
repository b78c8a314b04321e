"""A tally says what is doubtful about its photo as a whole, before and after answers, and names no winner then."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.record.doubts.answers import answered
from companion.web import Config, create_app
from tests.support.readers.truth_reader import SAMPLES

SENTENCES = {
    "en": ("the colours of pieces and terrain are only guessed", "what lies beyond is not counted"),
    "ru": ("цвета фишек и местности только угаданы", "то, что за ним, не посчитано"),
}

PLAIN = [{"terrain": "P", "ports": [[edge, 0] for edge in range(6)]}]


@pytest.fixture
def client(truth):
    caveats = ("black-and-white", "cut-off")
    return create_app(Config(), lambda photo: replace(truth(photo), caveats=caveats)).test_client()


def tallied(client, **headers):
    with (SAMPLES / "table01.jpg").open("rb") as photo:
        return client.post("/tally", data={"photo": (photo, "a.jpg")}, headers=headers)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_tally_says_what_is_doubtful_about_its_photo(client, lang):
    shown = tallied(client, **{"HX-Request": "true", "Accept-Language": lang}).text
    assert all(sentence in shown for sentence in SENTENCES[lang])
    assert {"en": " leads ", "ru": " впереди, "}[lang] in shown
    assert "certain yes" not in shown


@pytest.mark.parametrize(
    ("candidates", "caveats", "wins"),
    [((), (), True), (("viking", "viking"), (), True), (("viking", "none"), (), False), ((), ("cut-off",), False)],
)
def test_the_page_and_the_command_agree_on_whether_who_is_ahead_has_won(candidates, caveats, wins, truth, tmp_path):
    def doubtful(photo):
        reading = truth(photo)
        viking = next(piece for piece in reading.pieces if piece.kind == "viking")
        place = {"about": "piece", "q": viking.cell[0], "r": viking.cell[1], "px": list(viking.px)}
        asked = {**place, "candidates": list(candidates), "confidence": 0.5, "covers": 1}
        return replace(reading, ask=(asked,) if candidates else (), caveats=caveats)

    client = create_app(Config(), doubtful).test_client()
    shown = tallied(client, **{"HX-Request": "true", "Accept-Language": "en"}).text
    (tmp_path / "read.json").write_text(json.dumps(tallied(client).json["board"]))
    printed = CliRunner().invoke(longhouse, ["score", str(tmp_path / "read.json"), "--lang", "en"]).stdout
    assert (" wins " in shown, " leads " in shown) == (wins, not wins)
    assert (" wins" in printed, " leads" in printed) == (wins, not wins)


def test_it_is_still_said_after_an_answer(client):
    document = tallied(client).json["board"]
    assert document["caveats"] == ["black-and-white", "cut-off"]
    tile = document["tiles"][0]
    answer = {"about": "tile", "q": tile["q"], "r": tile["r"], "candidates": ["none"], "answer": "none"}
    sent = {"document": json.dumps(document), "answer": json.dumps(answer)}
    shown = client.post("/tally/answer", data=sent, headers={"HX-Request": "true", "Accept-Language": "en"}).text
    assert all(sentence in shown for sentence in SENTENCES["en"])


def test_a_board_is_not_strange_any_more_once_most_questions_about_it_are_answered():
    tiles = [{"q": q, "r": 0, "edges": ["P"] * 6, "regions": PLAIN, "touching": [], "px": [90 * q, 9]} for q in (0, 1)]
    places = [{"about": "piece", "q": q, "r": 0, "px": [90 * q, y], "candidates": ["viking", "none"]}
              for q in (0, 1) for y in (5, 9)]  # fmt: skip
    head = {"format": "longhouse-board", "version": 1, "game": "fjords", "pieces": []}
    document = {**head, "tiles": tiles, "ask": places, "caveats": ["cut-off", "strange"]}
    once = answered(document, {**places[0], "answer": "none"})
    assert (len(once["ask"]), once["caveats"]) == (3, ["cut-off", "strange"])
    assert answered(once, {**places[2], "answer": "none"})["caveats"] == ["cut-off"]


def test_a_tally_of_a_good_photo_says_nothing_of_the_kind(truth):
    shown = tallied(create_app(Config(), truth).test_client(), **{"HX-Request": "true", "Accept-Language": "en"}).text
    assert "caveat" not in shown.partition('name="document"')[0]
    assert " wins " in shown
