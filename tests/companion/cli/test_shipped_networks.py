"""The whole way with the shipped eyes: a photo into the command or the page, the recorded game into the table."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile.folder import SEEN_TILES, keep
from calibration.profile.schema import seen_tiles_document
from companion.cli import longhouse
from companion.live import snapshots
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.support.readers.seen_tiles import tiles_of_photos
from tests.support.readers.truth_reader import GAME, SAMPLES
from vision.imaging.photo import decode_photo
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.profile import Profile


@pytest.fixture(scope="module")
def reader():
    return NetworkReader()


@pytest.fixture(scope="module")
def table05():
    """What the command reads in a photo."""
    return json.loads(CliRunner().invoke(longhouse, ["read", str(SAMPLES / "table05.jpg"), "--json"]).stdout)


def truth(name):
    return json.loads((SAMPLES / f"{name}.json").read_bytes())


def test_read_writes_documents_and_pictures(tmp_path):
    words = ["read", str(SAMPLES / "table05.jpg"), "--json", "--out", tmp_path / "out", "--picture", tmp_path / "seen"]
    result = CliRunner().invoke(longhouse, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    line = json.loads(result.stdout)
    assert line["format"] == "longhouse-board"
    assert {"ask", "unseen"} <= set(line)
    assert len(line["tiles"]) == pytest.approx(len(truth("table05")["tiles"]), rel=0.05)
    assert json.loads((tmp_path / "out" / "table05.json").read_bytes())["tiles"] == line["tiles"]
    drawn, photo = (cv2.imread(str(path)) for path in (tmp_path / "seen" / "table05.jpg", SAMPLES / "table05.jpg"))
    assert drawn.shape[1] == photo.shape[1]
    assert (drawn[: photo.shape[0]] != photo).mean() > 0.1


def answers_in(tmp_path, data):
    (tmp_path / "answers.json").write_text(json.dumps(data), encoding="utf-8")
    return ["--answers", str(tmp_path / "answers.json")]


@pytest.mark.parametrize("form", ["the list of questions", "the whole document"])
def test_read_keeps_to_the_answers_in_a_file(tmp_path, table05, form):
    photo, before = str(SAMPLES / "table05.jpg"), table05
    viking = next(p for p in before["pieces"] if p["kind"] == "viking")
    asked = [*before["ask"], {"about": "piece", "px": viking["px"], "answer": "none"}]
    told = answers_in(tmp_path, asked if form == "the list of questions" else {**before, "ask": asked})
    result = CliRunner().invoke(longhouse, ["read", photo, "--json", *told])
    assert result.exit_code == 0, result.output
    after = json.loads(result.stdout)
    assert len(after["pieces"]) == len(before["pieces"]) - 1
    assert (viking["q"], viking["r"]) not in {(p["q"], p["r"]) for p in after["pieces"]}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([{"about": "piece", "px": [1, 2], "answer": "dog"}], "«answers[0].answer»"),
        ([{"about": "piece", "px": [1e4, 2], "answer": "none"}], "«answers[0].px»"),
        ({"about": "piece"}, "«answers»"),
        ([{"about": "piece", "px": [-150, -150], "answer": "none"}], "не подходят"),
    ],
)
def test_answers_that_cannot_be_used_are_refused_in_one_sentence(tmp_path, answers, said):
    words = ["read", str(SAMPLES / "table05.jpg"), *answers_in(tmp_path, answers), "--lang", "ru"]
    result = CliRunner().invoke(longhouse, words)
    assert result.exit_code == 1
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "more", [["table01.jpg"], ["--merge"], ["--game", "hokkaido"], ["table01.jpg", "--keep", "copy"]]
)
def test_answers_belong_to_one_photo_of_fjords(tmp_path, more):
    words = ["read", "table05.jpg", *more, *answers_in(tmp_path, [])]
    result = CliRunner().invoke(longhouse, words)
    assert result.exit_code == 2
    assert "--answers" in result.stderr


def test_pieces_that_were_answered_are_kept_for_the_next_photo_of_the_copy(tmp_path):
    first, next_one = str(GAME / "game_16.jpg"), str(GAME / "game_18.jpg")
    kept = tmp_path / "copy"
    read = ["read", first, "--json"]
    before = json.loads(CliRunner().invoke(longhouse, read).stdout)
    white = [p for p in before["pieces"] if p["colour"] == "white"]
    told = answers_in(tmp_path, [{"about": "colour", "px": p["px"], "answer": "grey"} for p in white])
    result = CliRunner().invoke(longhouse, [*read, *told, "--keep", str(kept)])
    assert result.exit_code == 0, result.output
    later = json.loads(CliRunner().invoke(longhouse, ["read", next_one, "--json", "--profile", str(kept)]).stdout)
    colours = {p["colour"] for p in later["pieces"]}
    assert "grey" in colours
    assert "white" not in colours


def test_a_photo_is_kept_without_an_answer_and_people_are_told_what_is_kept(tmp_path):
    kept = tmp_path / "kitchen"
    result = CliRunner().invoke(longhouse, ["read", str(GAME / "game_16.jpg"), "--lang", "en", "--keep", str(kept)])
    assert result.exit_code == 0, result.output
    told = "Kept in the profile kitchen: pieces of one photo: 16, looks of terrain, tiles of photos: "
    assert told in " ".join(result.stdout.split())


def test_a_photo_of_another_copy_than_the_profile_in_use_is_kept_in_another_folder(tmp_path):
    used, kept = tmp_path / "kitchen", tmp_path / "other"
    keep(used, SEEN_TILES, seen_tiles_document(tiles_of_photos(20).tiles))
    words = ["read", str(GAME / "game_16.jpg"), "--lang", "en", "--profile", str(used), "--keep", str(kept)]
    result = CliRunner().invoke(longhouse, words)
    assert result.exit_code == 0, result.output
    assert "Kept in the profile other: pieces of one photo: 16" in " ".join(result.stdout.split())


def test_a_photo_that_cannot_be_kept_is_printed_and_written_to_its_document_all_the_same(tmp_path):
    (tmp_path / "in_the_way").write_text("", encoding="utf-8")
    outputs = ["--out", str(tmp_path / "out"), "--keep", str(tmp_path / "in_the_way/copy")]
    result = CliRunner().invoke(longhouse, ["read", str(GAME / "game_16.jpg"), "--json", *outputs])
    assert result.exit_code == 1
    assert "cannot be written to" in result.stderr
    assert json.loads(result.stdout)["tiles"]
    assert (tmp_path / "out/game_16.json").exists()


def test_a_board_without_certain_pieces_teaches_its_grounds_and_tiles(tmp_path, table05):
    read, before = ["read", str(SAMPLES / "table05.jpg"), "--json"], table05
    told = answers_in(tmp_path, [{"about": "piece", "px": p["px"], "answer": "none"} for p in before["pieces"]])
    result = CliRunner().invoke(longhouse, [*read, *told, "--keep", str(tmp_path / "copy")])
    assert result.exit_code == 0, result.stderr
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == [
        "ground.json",
        "profile.json",
        "seen-tiles.json",
    ]
    later = CliRunner().invoke(longhouse, [*read, "--profile", str(tmp_path / "copy")])
    assert [tile["edges"] for tile in json.loads(later.stdout)["tiles"]] == [t["edges"] for t in before["tiles"]]


def test_a_photo_sent_to_the_page_is_tallied(reader):
    client = create_app(Config(), reader).test_client()
    answer = client.post("/tally", data={"photo": ((SAMPLES / "table01.jpg").open("rb"), "table01.jpg")})
    assert answer.status_code == 200
    tiles = answer.get_json()["board"]["tiles"]
    assert len(tiles) == pytest.approx(len(truth("table01")["tiles"]), rel=0.05)
    assert answer.get_json()["scores"]


@pytest.mark.long
def test_the_recorded_game_is_followed_from_its_pictures(serve, reader, wait_for):
    with serve(Config(camera=str(GAME), pace=1.5, viewers=2), reader) as (_, here):
        here.demonstration.pause()  # else all tiles might lie before the networks are loaded
        first = wait_for(lambda: here.table.snapshot.tally)
        here.demonstration.resume()
        wait_for(lambda: len(here.table.snapshot.tally.board.tiles) > len(first.board.tiles))
        wait_for(lambda: here.table.snapshot.camera == snapshots.LIVE)


def test_a_photo_sent_again_with_answers_is_tallied_by_them(reader):
    client = create_app(Config(), reader).test_client()

    def sent(answers):
        data = {"photo": ((SAMPLES / "table05.jpg").open("rb"), "table05.jpg"), "answers": json.dumps(answers)}
        return client.post("/tally", data=data)

    before = sent([]).get_json()["board"]
    viking = next(p for p in before["pieces"] if p["kind"] == "viking")
    told = [{"about": "piece", "px": viking["px"], "answer": "none"}]
    after = sent(told).get_json()["board"]
    assert len(after["pieces"]) == len(before["pieces"]) - 1
    assert len(after["tiles"]) == len(before["tiles"])
    refused = sent([{"about": "piece", "px": viking["px"], "answer": "dog"}])
    assert (refused.status_code, "answers[0].answer" in refused.text) == (422, True)


def test_cells_of_a_board_that_was_read_untaught_are_read_again_so_while_a_profile_is_in_use(reader):
    photo = decode_photo((GAME / "game_08.jpg").read_bytes())
    pieces = Palette((TaughtPiece("pink", "viking", np.zeros(3), np.full(11, -2.4), np.eye(3)[0], np.zeros(3)),), None)
    taught = NetworkReader(Profile("kitchen", palette=pieces), reader.networks())
    untaught = taught.read_untaught(photo, ())
    cells = {untaught.tiles[0].cell}
    assert taught.reread_cells(photo, untaught, cells) is None
    again = taught.reread_untaught(photo, untaught, cells)
    assert {(piece.cell, piece.colour) for piece in again.pieces} == {(p.cell, p.colour) for p in untaught.pieces}
