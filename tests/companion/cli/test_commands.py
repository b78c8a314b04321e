"""The commands: JSON forms, tables, exit codes, one sentence for every wrong file."""

import io
import json
import os
import socket
import subprocess
import sys
import unicodedata
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from companion.cli import longhouse
from companion.problems import Problem
from companion.record.events.cells import PiecePlaced, TileLaid
from companion.record.events.log import HAND, Entry
from companion.record.exchange.files import game_from, game_json
from companion.record.storage.library import StoredGame
from companion.record.timeline import timeline_of
from tests.support.readers.truth_reader import GAME, SAMPLES

TABLE = SAMPLES / "table11.json"
CAVEATS = ["black-and-white", "cut-off", "tiles-beside", "strange", "unknown", 3]
UTF8 = {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}


def run(*words, code=0):
    result = CliRunner().invoke(longhouse, [str(w) for w in words])
    assert result.exit_code == code, result.output
    return result


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def truth(name):
    return json.loads((SAMPLES / f"{name}.json").read_bytes())


def test_a_table_whose_camera_is_in_the_folder_of_an_unknown_user_does_not_break_the_start(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = run("serve", "--table", "Ann=~nobody-of-this-name/game", "--data", tmp_path / "file" / "data", code=1)
    assert "cannot be made" in said.output


@pytest.mark.parametrize(("lang", "words"), [("en", "a user that does not"), ("ru", "пользователя, которого")])
def test_serving_from_the_home_of_an_unknown_user_is_refused_in_a_sentence(lang, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:  # so that nothing is served, whatever is refused
        port = taken.getsockname()[1]
        said = run("serve", "--data", "~nobody-of-this-name", "--port", port, "--no-browser", "--lang", lang, code=1)
    assert "~nobody-of-this-name" in said.stderr
    assert words in said.stderr
    assert said.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["score", "check"])
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            (
                "Doubtful: 1;",
                "black-and-white or toned, so the colours",
                "Tiles are cut off at the edge of the photo",
                "may be one of another game",
                "Many more tiles",
            ),
        ),
        (
            "ru",
            (
                "Сомнений: 1;",
                "Снимок чёрно-белый или тонированный",
                "Гексы обрезаны краем снимка",
                "поле другой игры",
                "ещё много гексов",
            ),
        ),
    ],
)
def test_what_is_doubtful_about_a_photo_is_said_of_its_document_too(command, lang, said, tmp_path):
    read = {
        **truth("table05"),
        "ask": [{"about": "piece"}],
        "caveats": CAVEATS,
    }
    (tmp_path / "read.json").write_text(json.dumps(read), encoding="utf-8")
    printed = run(command, tmp_path / "read.json", "--lang", lang).stdout
    assert all(words in " ".join(printed.split()) for words in said)
    assert "unknown" not in printed


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "one of another game than Vikings;"), ("ru", "а не игры «Викинги».")]
)
def test_a_photo_read_as_another_game_that_may_show_yet_another_is_said_to(lang, words, monkeypatch):
    player = {"name": "Ann", "points": 0, "gold": 0, "island_tiles": [], "ships": [], "home": {}}
    head = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final"}
    document = {**head, "players": [player], "ask": [{"about": "tile"}], "caveats": CAVEATS}
    monkeypatch.setattr("companion.cli.read.documents.reader_of", lambda _: lambda *_: document)
    printed = " ".join(run("read", SAMPLES / "table11.jpg", "--game", "vikings", "--lang", lang).stdout.split())
    assert words in printed
    assert "Fjords" not in printed and "«Фьордов»" not in printed


@pytest.mark.parametrize("wrong", [3, "cut-off", {"cut-off": 1}, [["cut-off"]]])
def test_caveats_and_doubts_of_another_form_are_ignored(wrong, tmp_path):
    (tmp_path / "read.json").write_text(
        json.dumps({**truth("table05"), "ask": wrong, "caveats": wrong}), encoding="utf-8"
    )
    printed = run("score", tmp_path / "read.json", "--lang", "en").stdout
    assert "Tiles are cut off" not in printed


@pytest.mark.parametrize("option", [["--merge"], ["--keep", "mine"], ["--answers", "a.json"]])
def test_an_option_that_excludes_a_file_of_results_is_named(option, tmp_path):
    said = run("read", SAMPLES / "table05.jpg", *option, "--results", tmp_path / "r.jsonl", "--lang", "en", code=2)
    assert f"{option[0]} and --results exclude each other" in said.stderr
    assert not list(tmp_path.iterdir())


def test_score_prints_one_json_line_a_file():
    found = lines(run("score", SAMPLES / "table05.json", TABLE, "--json"))
    assert [Path(line["file"]).name for line in found] == ["table05.json", "table11.json"]
    vikings = sum(p["kind"] == "viking" for p in truth("table05")["pieces"])
    assert sum(row["vikings"] for row in found[0]["scores"]) == vikings
    runes = {"strength", "water", "friendship", "home"}
    assert set(found[0]["scores"][0]) == {"player", "vikings", "undisputed", "total", "secure", "contested"} | runes
    assert "winner" in found[0]


def test_check_names_tiles_in_both_languages():
    english, russian = (lines(run("check", TABLE, "--json", "--lang", lang))[0]["warnings"] for lang in ("en", "ru"))
    assert {w["code"] for w in english} == {"edge-mismatch"}
    assert all(len(w["tiles"]) == 2 for w in english)
    assert [w["code"] for w in russian] == [w["code"] for w in english]
    assert "гекс" in russian[0]["message"]
    assert "tiles" in english[0]["message"]


def test_judge_reports_what_happened_between_two_documents():
    found = lines(run("judge", GAME / "game_07.json", GAME / "game_08.json", "--json"))[0]
    assert [(e["event"], e["kind"]) for e in found["events"]] == [("piece-placed", "viking")]
    assert isinstance(found["warnings"], list)
    assert "viking" in run("judge", GAME / "game_07.json", GAME / "game_08.json").stdout


@pytest.mark.parametrize("colour", ["a[/x]", "[red]", ":heart:"])
def test_colours_from_documents_are_printed_as_they_are(tmp_path, colour):
    words = []
    for name in ("game_07", "game_08"):
        words.append(tmp_path / f"{name}.json")
        words[-1].write_text(
            (GAME / f"{name}.json").read_text(encoding="utf-8").replace('"yellow"', json.dumps(colour)),
            encoding="utf-8",
        )
    assert f"Placed: {colour} viking" in run("judge", *words, "--lang", "en").stdout
    assert colour in run("score", words[1], "--lang", "en").stdout


def test_who_is_ahead_at_equal_points_is_said_to_be_so_by_the_tie_break(tmp_path):
    board = json.loads(TABLE.read_text(encoding="utf-8"))
    named = [{"name": colour, "colours": [colour]} for colour in ("black", "white", "purple")]
    order = ["black", "white", "purple"]
    (tmp_path / "board.json").write_text(json.dumps({**board, "players": named, "settlement_order": order}))
    assert "White wins on the tie-break" in run("score", tmp_path / "board.json", "--lang", "en").stdout


def test_the_name_of_a_file_is_printed_as_it_is(tmp_path):
    file = tmp_path / "board[final].json"
    file.write_text((GAME / "game_08.json").read_text(encoding="utf-8"), encoding="utf-8")
    assert run("check", file, "--lang", "en").stdout.splitlines() == [file.name, "No rules are broken."]


def test_control_characters_in_the_name_of_a_file_are_escaped_for_people_and_kept_in_json(tmp_path):
    odd = tmp_path / "two\nlines \x1b[31m\u202f.json"
    odd.write_bytes(TABLE.read_bytes())
    shown = "two\\nlines \\x1b[31m\u202f.json"
    assert run("score", odd).stdout.splitlines()[0] == shown
    assert run("score", f"{odd}x", code=1).stderr == f"{tmp_path}/{shown}x: There is no such file; check the name.\n"
    assert lines(run("score", odd, "--json"))[0]["file"] == str(odd)


def test_control_characters_in_a_players_name_do_not_reach_the_terminal_and_are_kept_in_json(tmp_path):
    name = "A\x1b[2Jn\x07n\x9b3J"
    board = {**truth("game/game_10"), "settlement_order": [name]}
    colours = sorted({piece["colour"] for piece in board["pieces"]})
    board["players"] = [{"name": name, "colours": colours}]
    (tmp_path / "board.json").write_text(json.dumps(board), encoding="utf-8")
    printed = run("score", tmp_path / "board.json", "--lang", "en").stdout
    assert "A[2Jnn3J" in printed and "A[2Jnn3J leads" in printed
    assert not [letter for letter in printed if unicodedata.category(letter) == "Cc" and letter != "\n"]
    assert len({len(line) for line in printed.splitlines() if line[0] in "┏┃┡│└"}) == 1
    assert lines(run("score", tmp_path / "board.json", "--json"))[0]["winner"] == name


def test_moves_lists_vacant_tiles():
    board = truth("game/game_10")
    taken = {(p["q"], p["r"]) for p in board["pieces"]}
    for rune in ((), ("--rune", "journey"), ("--rune", "horse")):
        found = lines(run("moves", GAME / "game_10.json", "--player", "white", "--json", *rune))[0]
        assert found["tiles"] or rune
        assert not taken & {tuple(cell) for cell in found["tiles"]}
    assert "spaces" in lines(run("moves", GAME / "game_10.json", "--player", "white", "--rune", "wisdom", "--json"))[0]


def test_place_lists_every_turn_that_fits(tmp_path):
    tile = {key: truth("game/game_10")["tiles"][0][key] for key in ("edges", "regions", "touching")}
    (tmp_path / "tile.json").write_text(json.dumps(tile), encoding="utf-8")
    found = lines(run("place", GAME / "game_10.json", "--tile", tmp_path / "tile.json", "--json"))[0]["placements"]
    assert all(set(p) == {"q", "r", "turn"} and 0 <= p["turn"] < 6 for p in found)
    assert "Turn" in run("place", GAME / "game_10.json", "--tile", tmp_path / "tile.json").stdout


def test_hint_lists_moves_best_first():
    words = ("hint", GAME / "game_10.json", "--player", "white")
    found = lines(run(*words, "--json"))[0]
    assert isinstance(found["exact"], bool)
    swings = [move["swing"] for move in found["moves"]]
    assert swings == sorted(swings, reverse=True)
    assert "Перевес" in run(*words, "--lang", "ru").stdout


def test_hint_tells_swings_that_are_proved_from_those_that_are_estimated():
    estimated = run("hint", SAMPLES / "table05.json", "--player", "yellow").stdout
    assert "≈ 1 (-1 … 1)" in estimated and "Lead over the others with best play: +0" in estimated
    proved = run("hint", GAME / "game_15.json", "--player", "white").stdout
    assert "≈" not in proved


def test_hint_says_which_runes_in_play_it_leaves_out(tmp_path):
    document = {**truth("game/game_10"), "rules": {"runes": ["horse", "strength"]}}
    (tmp_path / "board.json").write_text(json.dumps(document), encoding="utf-8")
    words = ("hint", tmp_path / "board.json", "--player", "white", "--time-limit", "0.1")
    assert run(*words).stdout.endswith("Not considered: Horse rune.\n")
    assert "Не учтено: руна Лошади." in run(*words, "--lang", "ru").stdout


def test_tables_for_people_are_in_their_language():
    assert "Vikings" in run("score", TABLE).stdout
    assert "Викинги" in run("score", TABLE, "--lang", "ru").stdout
    assert "гекс" in run("check", TABLE, "--lang", "ru").stdout


def test_a_narrow_table_cuts_off_no_name_heading_or_number(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run("score", TABLE, "--lang", "ru").stdout
    assert "…" not in narrow
    assert narrow.count(" 13 ") == 4


def test_a_wrong_file_is_named_in_one_sentence_and_the_others_are_done(tmp_path):
    (tmp_path / "bad.json").write_text('{"format": ', encoding="utf-8")
    wrong = {**truth("table11"), "pieces": [{"kind": "dragon", "colour": "red", "q": 0, "r": 0}]}
    (tmp_path / "kind.json").write_text(json.dumps(wrong), encoding="utf-8")
    bad = [tmp_path / "bad.json", tmp_path / "kind.json", tmp_path / "none.json", tmp_path]
    result = run("score", *bad, TABLE, "--json", code=1)
    assert [Path(line["file"]).name for line in lines(result)] == ["table11.json"]
    said = result.stderr.strip().splitlines()
    assert [line.split(":")[0] for line in said] == [str(path) for path in bad]
    assert "pieces[0].kind" in said[1]
    assert "Такого файла нет" in run("score", "none.json", "--lang", "ru", code=1).stderr


def test_a_name_that_leads_to_no_file_is_to_be_checked_and_not_the_disk(tmp_path):
    circle, below, long = tmp_path / "circle.json", TABLE / "x.json", "x" * 300
    circle.symlink_to(circle)
    said = run("score", circle, below, long, code=1).stderr.splitlines()
    assert [line.rpartition(": ")[2] for line in said] == ["There is no such file; check the name."] * 3


@pytest.mark.parametrize("mark", ["", "\ufeff", "\ufeff\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_document_is_known_by_its_first_character_whatever_its_name(tmp_path, mark, encoding):
    (tmp_path / "board.txt").write_bytes((mark + TABLE.read_text(encoding="utf-8")).encode(encoding))
    assert lines(run("score", tmp_path / "board.txt", "--json"))[0]["winner"] is None


def test_fields_of_other_programs_are_ignored_whatever_they_hold(tmp_path):
    strange = {"taken_ns": 1_732_844_565_123_456_789, "thumbnail": "x" * 50_000, "track": [[0, 1]] * 6_000}
    (tmp_path / "board.json").write_text(json.dumps({**truth("table05"), **strange}))
    (tmp_path / "plain.json").write_text(json.dumps(truth("table05")))
    with_them, without = lines(run("score", tmp_path / "board.json", tmp_path / "plain.json", "--json"))
    assert {**with_them, "file": without["file"]} == without


def test_a_document_in_another_encoding_is_said_to_be_in_one(tmp_path):
    (tmp_path / "ann.json").write_bytes('{"players": [{"name": "Аня"}]}'.encode("cp1251"))
    assert "This is not a JSON document in UTF-8" in run("score", tmp_path / "ann.json", code=1).stderr


@pytest.mark.parametrize(
    "words",
    [("score",), ("moves", TABLE), ("score", TABLE, "--lang", "de"), ("serve", "--port", "99999"), ("sing",)],
)
def test_wrong_usage_is_exit_code_two(words):
    assert run(*words, code=2).exit_code == 2


@pytest.fixture
def exported(tmp_path):
    """The board of a table as a game that was exported, in which a piece was placed after it."""
    uid, begun, entries = game_from(TABLE.read_bytes())
    cell = next(e.event for e in entries if isinstance(e.event, TileLaid))
    more = Entry(len(entries) + 1, begun, HAND, PiecePlaced(kind="viking", colour="white", q=cell.q, r=cell.r))
    file = tmp_path / "game.json"
    file.write_text(game_json(StoredGame(1, uid, begun, timeline_of([*entries, more]))), encoding="utf-8")
    return file


def test_of_an_exported_game_the_last_board_is_scored_checked_and_advised_about(exported):
    points = {row["player"]: row["vikings"] for row in lines(run("score", TABLE, "--json"))[0]["scores"]}
    (found,) = lines(run("score", exported, "--json"))
    assert {row["player"]: row["vikings"] for row in found["scores"]} == points | {"white": points["white"] + 1}
    assert "warnings" in lines(run("check", exported, "--json"))[0]
    (judged,) = lines(run("judge", TABLE, exported, "--json"))
    assert [event["colour"] for event in judged["events"]] == ["white"]
    assert "tiles" in lines(run("moves", exported, "--player", "white", "--json"))[0]


def test_of_an_exported_game_of_another_game_the_last_board_is_scored(tmp_path):
    city = {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [{"name": "Ann", "squares": []}]}
    uid, begun, entries = game_from(json.dumps(city).encode())
    file = tmp_path / "game.json"
    file.write_text(game_json(StoredGame(1, uid, begun, timeline_of(entries))), encoding="utf-8")
    assert lines(run("score", file, "--json"))[0]["scores"][0]["player"] == "Ann"


@pytest.mark.parametrize(
    ("field", "wrong", "named"),
    [
        ("version", 2, "“version”"),
        ("events", None, "“events”"),
        ("events", [{"number": 1}], "“events[0].origin”"),
        ("id", "mine", "“id”"),
    ],
)
def test_a_malformed_exported_game_is_refused_in_one_sentence_that_names_the_field(exported, field, wrong, named):
    exported.write_text(json.dumps(json.loads(exported.read_bytes()) | {field: wrong}), encoding="utf-8")
    said = run("score", exported, code=1).stderr
    assert named in said
    assert said.count("\n") == 1


def test_the_error_for_an_unknown_player_names_those_who_play():
    result = run("moves", TABLE, "--player", "nobody", code=1)
    assert "black, white, purple" in result.stderr


@pytest.mark.parametrize("command", ["moves", "hint"])
def test_on_a_board_without_players_and_pieces_the_error_says_that_nobody_plays(command, tmp_path):
    (tmp_path / "board.json").write_text(json.dumps({**truth("table05"), "pieces": [], "players": []}))
    said = run(command, tmp_path / "board.json", "--player", "Bo", code=1).stderr
    assert said.endswith("Nobody plays on this board: it names no players, and no piece stands on it.\n")


def test_an_error_that_repeats_a_players_name_stays_on_one_line_without_control_characters(tmp_path):
    document = {**truth("table05"), "pieces": [], "players": [{"name": "Ann\n\x9b31m", "colours": ["white"]}]}
    (tmp_path / "board.json").write_text(json.dumps(document), encoding="utf-8")
    said = run("moves", tmp_path / "board.json", "--player", "Bo", code=1).stderr
    assert said.endswith("the players are: Ann\\n\\x9b31m.\n")


@pytest.mark.parametrize("shown", ["White", "WHITE", "Белый", "белый"])
def test_a_player_may_be_named_as_tables_show_the_name(shown):
    words = ("moves", GAME / "game_10.json", "--lang", "ru", "--json", "--player")
    assert run(*words, shown).stdout == run(*words, "white").stdout


def test_a_name_that_could_mean_two_players_is_refused_unless_it_is_written_exactly(tmp_path):
    players = [{"name": name, "colours": [colour]} for name, colour in (("Ann", "white"), ("ann", "yellow"))]
    (tmp_path / "game.json").write_text(json.dumps({**truth("game/game_10"), "players": players}), encoding="utf-8")
    words = ("moves", tmp_path / "game.json", "--player")
    assert "the players are: Ann, ann." in run(*words, "ANN", code=1).stderr
    assert run(*words, "ann").exit_code == 0


def png_header(width, height):
    """A PNG that says it is enormous and stays small."""
    return cv2.imencode(".png", np.zeros((height, width), np.uint8), [cv2.IMWRITE_PNG_BILEVEL, 1])[1].tobytes()


@pytest.fixture(scope="module")
def bad_pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    photo = (SAMPLES / "table05.jpg").read_bytes()
    noise = np.random.default_rng(1).integers(60, 120, (300, 400, 3), np.uint8)
    pictures = {
        "empty.jpg": b"",
        "words.jpg": b"This is not a picture at all.\n" * 20,
        "cut.jpg": photo[: len(photo) // 2],
        "dot.png": cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes(),
        "huge.png": png_header(20000, 10000),
        "no_board.png": cv2.imencode(".png", noise)[1].tobytes(),
    }
    for name, data in pictures.items():
        (folder / name).write_bytes(data)
    return folder


def test_bad_pictures_are_refused_in_one_sentence_each(bad_pictures):
    names = ["empty.jpg", "words.jpg", "cut.jpg", "dot.png", "huge.png", "no_board.png"]
    for lang in ("en", "ru"):
        result = run("read", *(bad_pictures / n for n in names), "--json", "--lang", lang, code=1)
        said = result.stderr.strip().splitlines()
        assert [Path(line.split(": ")[0]).name for line in said] == names
        assert len({line.split(": ")[1] for line in said}) == len(names)
        assert result.stdout == ""


@pytest.mark.parametrize(("lang", "words"), [("en", "No board of Fjords"), ("ru", "не найдено поле «Фьордов»")])
def test_a_picture_without_a_board_is_said_to_show_none_of_fjords_for_it_may_be_of_another_game(
    bad_pictures, lang, words
):
    assert words in run("score", bad_pictures / "no_board.png", "--lang", lang, code=1).stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("score", "/dev/zero"), "a device, not a file"),
        (("read", "/dev/full"), "a device, not a file"),
        (("score", "large.json"), "too large"),
        (("score", "surrogate.json"), "players[0].name"),
        (("score", "crowd.json"), "pieces"),
        (("watch", "none", "--setup", "/dev/full"), "a device, not a file"),
        (("calibrate", "import", "/dev/zero", "--profile", "new"), "a device, not a file"),
        (("calibrate", "tiles", TABLE, "--profile", "new", "--answers", "/dev/zero"), "a device, not a file"),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, tuple) else "",
)
def test_what_never_ends_or_is_too_large_is_refused_in_one_sentence(tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    document = truth("table11")
    Path("large.json").write_text(f"[{'0,' * 8_000_000}0]", encoding="utf-8")
    Path("crowd.json").write_text(json.dumps({**document, "pieces": document["pieces"][:1] * 4_000}), encoding="utf-8")
    Path("surrogate.json").write_text(
        json.dumps({**document, "players": [{"name": "\ud800", "colours": ["red"]}]}), encoding="utf-8"
    )
    said = run(*words, code=1).stderr.strip()
    assert sentence in said
    assert len(said.splitlines()) == 1


def test_a_document_as_large_as_pages_take_is_scored_and_one_that_is_larger_is_refused_by_both(tmp_path):
    padded = {**truth("table11"), "of another program": ["x" * 15_000] * 1_000}
    (tmp_path / "table.json").write_text(json.dumps(padded), encoding="utf-8")
    assert game_from((tmp_path / "table.json").read_bytes())[2]
    assert (
        lines(run("score", tmp_path / "table.json", "--json"))[0]["scores"]
        == lines(run("score", TABLE, "--json"))[0]["scores"]
    )
    larger = json.dumps({**padded, "more": ["x" * 15_000] * 100})
    (tmp_path / "table.json").write_text(larger, encoding="utf-8")
    assert "too large" in run("score", tmp_path / "table.json", code=1).stderr
    with pytest.raises(Problem, match="too large"):
        game_from(larger.encode())


def test_files_whose_names_are_no_text_are_read_and_named(tmp_path):
    odd = os.fsdecode(os.fsencode(tmp_path / "odd") + b"\xff.json")
    Path(odd).write_bytes(TABLE.read_bytes())
    told = longhouse_process("score", odd, "--json")
    assert told.returncode == 0, told.stderr
    assert "odd\ufffd.json" in told.stdout
    told = longhouse_process("score", odd, f"{odd}x")
    assert "odd\ufffd.json" in told.stdout
    assert told.returncode == 1
    assert "odd\ufffd.jsonx: There is no such file; check the name." in told.stderr


def test_what_a_photo_teaches_is_kept_in_no_folder_of_other_things(tmp_path):
    (tmp_path / "colours.json").write_text("mine", encoding="utf-8")
    told = run("read", tmp_path / "photo.jpg", "--keep", tmp_path, code=1).stderr
    assert told == f"{tmp_path}: “{tmp_path}” holds something other than a profile; name a new or empty folder.\n"
    assert (tmp_path / "colours.json").read_text(encoding="utf-8") == "mine"


def test_one_damaged_picture_does_not_keep_the_others_from_being_read(tmp_path):
    written = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)).save(written, "AVIF")
    avif = written.getvalue()
    at = avif.index(b"mdat") + 4
    (tmp_path / "damaged.avif").write_bytes(avif[:at] + bytes(len(avif) - at))
    result = run("read", tmp_path / "damaged.avif", GAME / "game_10.jpg", "--json", code=1)
    assert [Path(line["file"]).name for line in lines(result)] == ["game_10.jpg"]
    assert "damaged" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def longhouse_process(*words):
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=os.environ | UTF8)


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)


def test_help_comes_without_loading_opencv():
    code = """
import sys
import unicodedata
sys.argv = ["longhouse", "--help"]
from companion.__main__ import main
try:
    main()
except SystemExit as leave:
    assert leave.code == 0
assert "cv2" not in sys.modules and "numpy" not in sys.modules
"""
    result = python(code)
    assert result.returncode == 0, result.stderr
    assert "serve" in result.stdout


def test_a_photo_is_read_without_loading_pydantic():
    code = """
import sys
sys.argv = ["longhouse", "read", "--json", sys.argv[1]]
from companion.__main__ import main
try:
    main()
except SystemExit as leave:
    assert not leave.code
assert "pydantic" not in sys.modules
"""
    words = [sys.executable, "-c", code, str(GAME / "game_10.jpg")]
    result = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["tiles"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux lists them")
def test_no_further_threads_of_linear_algebra_wait_busily_beside_a_command():
    code = (
        "import os, sys; sys.argv = ['longhouse', 'score', sys.argv[1]]\n"
        "from companion.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "import numpy; numpy.ones((500, 500)) @ numpy.ones((500, 500))\n"
        "print(len(os.listdir('/proc/self/task')))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    words = [sys.executable, "-c", code, str(GAME / "game_10.json")]
    ran = subprocess.run(words, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=300)
    assert ran.stdout.splitlines()[-1] == "1"


def test_a_missing_system_library_is_one_sentence():
    code = """
import sys
import unicodedata
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "cv2":
            raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
sys.meta_path.insert(0, Missing())
sys.argv = ["longhouse", "read", "photo.jpg"]
from companion.__main__ import main
main()
"""
    result = python(code)
    assert result.returncode == 1
    assert "apt install libgl1" in result.stderr
    assert "libGL.so.1" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
