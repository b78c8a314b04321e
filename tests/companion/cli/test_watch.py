"""``longhouse watch`` and ``longhouse bench --live``: a recorded game as lines of JSON, and how fast it is followed."""

import json
from collections import Counter
from functools import cache
from itertools import chain, repeat

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE, held
from companion.live.change_stream import changes_in
from companion.live.rule_check import Referee
from games.fjords.board import Board
from games.fjords.checks.judge import judge
from tests.support.games.simulated_table import expected_events, scene
from tests.support.readers.seen_tiles import tiles_of_photos
from tests.support.readers.truth_reader import GAME
from vision.imaging.photo import PhotoError, photo_of
from vision.profile import Profile

PICTURES = (6, 7, 8)


class Nearest:
    """Knows a noisy frame again as the picture of the game that it is most like."""

    def __init__(self, _profile=None, _networks=None):
        self.known = _known()

    def __call__(self, photo):
        small = _small(photo.pixels)
        away, reading = min(((((small - s) ** 2).mean(), r) for s, r in self.known), key=lambda pair: pair[0])
        if away > 300:
            raise PhotoError("no-board", "No board can be found in the picture.")
        return reading


@cache
def _known():
    return [(_small(scene(n).pixels), scene(n).reading) for n in PICTURES]


def _small(pixels):
    small = cv2.GaussianBlur(cv2.resize(pixels, (320, 240), interpolation=cv2.INTER_AREA).astype(np.float32), (7, 7), 0)
    return small * (100 / small.mean())


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", Nearest)
    return game_in(tmp_path)


def game_in(folder):
    game = folder / "game"
    game.mkdir()
    for number in PICTURES:
        (game / f"{number}.jpg").symlink_to(GAME / f"game_{number:02}.jpg")
    return game


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """What is said of the game when it is watched without any option."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.cli.photo_readers.NetworkReader", Nearest)
        return watch(game_in(tmp_path_factory.mktemp("watched")))


@pytest.fixture
def setup(tmp_path):
    def write(**more):
        players = [{"name": "Ann", "colours": ["white"]}, {"name": "Bo", "colours": ["yellow"]}]
        path = tmp_path / "setup.json"
        path.write_text(
            json.dumps({"players": players, "rules": {"variant": "base", "runes": []}, **more}), encoding="utf-8"
        )
        return str(path)

    return write


def watch(*words):
    result = CliRunner().invoke(longhouse, ["watch", *(str(w) for w in words), "--json"])
    return result, [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("words", [(), ("--clean",), ("--hold", "3"), ("--hold", "20")])
def test_every_change_is_a_line_with_its_frame_and_file(game, watched, words):
    result, lines = watch(game, *words) if words else watched
    assert result.exit_code == 0
    hold = int(words[1]) if len(words) > 1 else 8
    said = Counter()
    for line in lines[:-1]:
        # A picture that is held too shortly for three readings is told when the next one comes.
        assert line["file"] in (f"{PICTURES[line['frame'] // hold]}.jpg", "7.jpg")
        if line["event"] != "warning":
            assert len(line["px"]) == 2
            said[tuple(line[k] for k in ("event", "kind", "colour", "q", "r") if k in line)] += 1
    assert said == expected_events(None, scene(8).reading)


def test_the_last_line_is_the_board(watched):
    _, lines = watched
    assert lines[-1]["event"] == "end"
    board = lines[-1]["board"]
    assert board["format"] == "longhouse-board"
    assert (len(board["tiles"]), len(board["pieces"])) == (22, 10)


def test_turns_are_judged_by_the_setup_and_only_by_it(game, watched, setup):
    codes = [line["code"] for line in watched[1] if line["event"] == "warning"]
    assert "out-of-turn" not in codes
    _, lines = watch(game, "--setup", setup(settlement_order=["Bo", "Ann"]))
    warnings = [line for line in lines if line["event"] == "warning"]
    assert {"out-of-turn"} <= {line["code"] for line in warnings}
    assert all(line["message"] and "tiles" in line and "frame" in line for line in warnings)
    _, lines = watch(game, "--setup", setup(settlement_order=["Ann", "Bo"]))
    assert "out-of-turn" not in [line.get("code") for line in lines]
    assert [p["name"] for p in lines[-1]["board"]["players"]] == ["Ann", "Bo"]


def test_a_recording_that_ends_early_repeats_no_warning(game, setup):
    names = [("Ann", "white"), ("Bo", "yellow")]
    few = setup(players=[{"name": name, "colours": [colour], "longhouses": 1} for name, colour in names])
    warned = [
        sorted(line["player"] for line in watch(game, "--hold", hold, "--setup", few)[1] if _is_of_supply(line))
        for hold in ("3", "8")
    ]
    assert warned[0] == warned[1] == ["Ann", "Bo"]


def test_a_players_name_in_a_warning_is_printed_as_it_is(game, setup):
    names = [("[bold]", "white"), ("b[/x]", "yellow")]
    few = setup(players=[{"name": name, "colours": [colour], "longhouses": 1} for name, colour in names])
    result = CliRunner().invoke(longhouse, ["watch", str(game), "--setup", few, "--lang", "en"])
    assert result.exit_code == 0, result.output
    for name, _ in names:
        assert any(line.startswith("! ") and name in line for line in result.output.splitlines())


def _is_of_supply(line):
    return line.get("code") == "too-many-longhouses"


def test_a_picture_without_a_board_is_no_event(game):
    cv2.imwrite(str(game / "7a.png"), np.full((720, 960, 3), 90, np.uint8))
    _, lines = watch(game)
    assert not [line for line in lines if line.get("file") == "7a.png"]


@pytest.mark.parametrize("name", ["0.jpg", "7a.jpg", "9.png"])
def test_a_damaged_picture_of_a_folder_is_named_and_left_out_and_the_others_are_followed(game, watched, name):
    (game / name).write_bytes((game / "7.jpg").read_bytes()[:2000])
    result, lines = watch(game)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert f"“{name}”" in result.stderr
    assert lines[-1]["board"] == watched[1][-1]["board"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_for_people_it_is_a_line_each_and_the_score(game, lang):
    result = CliRunner().invoke(longhouse, ["watch", str(game), "--lang", lang])
    assert result.exit_code == 0
    assert {"en": "Placed: yellow viking", "ru": "Поставлено"}[lang] in result.output
    assert {"en": "Nobody is ahead.", "ru": "Никто не лидирует."}[lang] in result.output


@pytest.mark.parametrize("case", ["nowhere", "empty", "no camera", "no setup", "bad setup", "other setup"])
def test_what_cannot_be_watched_is_said_in_a_sentence(game, tmp_path, case):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.json").write_text('{"players": 3}', encoding="utf-8")
    (tmp_path / "other.json").write_text('{"player": [{"name": "Ann"}]}', encoding="utf-8")
    words = {
        "nowhere": (tmp_path / "nowhere",),
        "empty": (tmp_path / "empty",),
        "no camera": ("http://127.0.0.1:9/nothing.mjpg",),
        "no setup": (game, "--setup", tmp_path / "nowhere.json"),
        "bad setup": (game, "--setup", tmp_path / "bad.json"),
        "other setup": (game, "--setup", tmp_path / "other.json"),
    }[case]
    result, lines = watch(*words)
    assert (result.exit_code, lines) == (1, [])
    assert result.stderr.strip().endswith((".", "3."))
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.long
def test_the_live_bench_reports_idle_and_update_times(game, monkeypatch):
    monkeypatch.setattr("companion.cli.bench._HOLD", 25)
    result = CliRunner().invoke(longhouse, ["bench", "--live", str(game), "--json"])
    assert result.exit_code == 0, result.output
    line = json.loads(result.stdout)
    assert line["file"] == str(game)
    assert 0 < line["idle_ms"] < line["update_ms"]


@pytest.mark.parametrize(
    ("lang", "heads"),
    [("en", ["A frame without change, ms", "Changes shown"]), ("ru", ["Кадр без изменений, мс", "Показано изменений"])],
)
def test_the_live_bench_is_a_table_for_people_with_a_dash_for_what_was_not_measured(game, monkeypatch, lang, heads):
    for name, frames in (("_HOLD", 2), ("_WARM_UP_FRAMES", 8), ("_IDLE_FRAMES", 8)):
        monkeypatch.setattr(f"companion.cli.bench.{name}", frames)
    for number in PICTURES[1:]:
        (game / f"{number}.jpg").unlink()
    result = CliRunner(env={"COLUMNS": "160"}).invoke(longhouse, ["bench", "--live", str(game), "--lang", lang])
    assert result.exit_code == 0, result.output
    assert all(head in result.stdout for head in heads)
    assert "–" in result.stdout
    assert not any(word in result.stdout for word in ("None", "_ms"))


def test_the_bench_wants_photos_or_a_folder(game):
    for words in ([], ["a.jpg", "--live", str(game)]):
        assert CliRunner().invoke(longhouse, ["bench", *words]).exit_code == 2


def test_tiles_that_come_at_once_are_judged_together_though_one_is_seen_later():
    first, then = scene(1), scene(2)
    known = {t.cell for t in first.reading.tiles}
    late = next(
        t.cell
        for t in then.reading.tiles
        if t.cell not in known and "second-landmass" in warned(then.without_tiles(t.cell), first)
    )
    readings = chain([then.without_tiles(late).reading], repeat(then.reading))
    shown: list[Frame] = []

    def camera():
        for n, photo in enumerate([*held_by(first, 0), *held_by(then, 8)]):
            shown.append(Frame(photo, n, n / RATE))
            yield shown[-1]

    seen = list(changes_in(camera(), lambda _: first.reading if len(shown) <= 8 else next(readings)))
    laid = [happening for happening in seen[1:] if any(e.name == "tile-laid" for e in happening.events)]
    assert [happening.settled for happening in laid] == [False, True]
    assert late in {event.cell for event in laid[1].events}
    referee = Referee()
    assert not [warning.code for happening in seen for warning in referee.judged(happening)]


def held_by(one, first):
    return held(photo_of(one.pixels), first, 8)


def warned(one, before):
    boards = (Board.from_document(shown.reading.to_document()) for shown in (before, one))
    return {warning.code for warning in judge(*boards).warnings}


class AnothersProfile(Nearest):
    """Reads with a profile of another copy of the game, by which no tile of the recorded game is recognised."""

    profile = Profile("kitchen", seen_tiles=tiles_of_photos(40))

    def read_untaught(self, photo, answers):
        return self(photo)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This is not the copy of the game that was taught as “kitchen”"),
        ("ru", "Это не тот экземпляр игры, которому обучен профиль «kitchen»"),
    ],
)
def test_it_is_said_once_that_another_copy_than_the_taught_one_lies_there(game, monkeypatch, language, sentence):
    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", AnothersProfile)
    result = CliRunner().invoke(longhouse, ["watch", str(game), "--clean", "--json", "--lang", language])
    assert result.exit_code == 0
    assert result.stderr.count(sentence) == 1
    assert json.loads(result.stdout.splitlines()[-1])["event"] == "end"
