"""The whole way with the shipped eyes: a photo into the command or the page, the recorded game into the table."""

import json

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.live import snapshots as at
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.support.truth_reader import GAME, SAMPLES


@pytest.fixture(scope="module")
def reader():
    return NetworkReader()


def truth(name):
    return json.loads((SAMPLES / f"{name}.json").read_text())


def test_read_writes_documents_and_pictures(tmp_path):
    words = ["read", str(SAMPLES / "table05.jpg"), "--json", "--out", tmp_path / "out", "--picture", tmp_path / "seen"]
    result = CliRunner().invoke(longhouse, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    line = json.loads(result.stdout)
    assert line["format"] == "longhouse-board"
    assert {"ask", "unseen"} <= set(line)
    assert len(line["tiles"]) == pytest.approx(len(truth("table05")["tiles"]), rel=0.05)
    assert json.loads((tmp_path / "out" / "table05.json").read_text())["tiles"] == line["tiles"]
    drawn, photo = (cv2.imread(str(path)) for path in (tmp_path / "seen" / "table05.jpg", SAMPLES / "table05.jpg"))
    assert drawn.shape[1] == photo.shape[1]
    assert (drawn[: photo.shape[0]] != photo).mean() > 0.1


def test_a_photo_sent_to_the_page_is_tallied(reader):
    client = create_app(Config(), reader).test_client()
    answer = client.post("/tally", data={"photo": ((SAMPLES / "table01.jpg").open("rb"), "table01.jpg")})
    assert answer.status_code == 200
    tiles = answer.get_json()["board"]["tiles"]
    assert len(tiles) == pytest.approx(len(truth("table01")["tiles"]), rel=0.05)
    assert answer.get_json()["scores"]


def test_the_recorded_game_is_followed_from_its_pictures(serve, reader, wait_for):
    with serve(Config(camera=str(GAME), pace=1.5, viewers=2), reader) as (_, here):
        wait_for(lambda: here.table.snapshot.tally)
        first = here.table.snapshot.tally
        wait_for(lambda: len(here.table.snapshot.tally.board.tiles) > len(first.board.tiles))
        assert here.table.snapshot.camera == at.LIVE
