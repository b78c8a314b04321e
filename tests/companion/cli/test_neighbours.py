"""The commands about boards on documents of the other games: moves, places, what happened, why there is no advice."""

import json
import re

import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from games.hokkaido.city import Board as CityBoard
from games.nusfjord.play import moves as m
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.work_phase import push
from games.nusfjord.stored_village import document_with
from games.vikings.board import Board as FjordBoard
from games.vikings.reading import document_of
from tests.games.hokkaido.cities import drawn
from tests.games.nusfjord.boards import document as harbours
from tests.games.nusfjord.boards import player as harbour
from tests.games.nusfjord.boards import village
from tests.games.vikings.boards import fjord

EMPTY = harbours(harbour("Lars"), harbour("Kari"))
WORKING = fish(village())
WHEEL = {"round": 1, "phase": "buy", "cards": ["left"] * 12, "figures": ["scout"] * 6 + ["jarl"] * 6}


@pytest.fixture
def say(tmp_path):
    """Write documents to files and run a command on them; gives exit code, JSON line, and what is said of errors."""

    def run(command, *documents, lang="en", **options):
        files = []
        for number, document in enumerate(documents):
            files.append(tmp_path / f"{number}.json")
            files[-1].write_text(json.dumps(document), encoding="utf-8")
        words = [command, *files, "--json", "--lang", lang]
        for name, value in options.items():
            if isinstance(value, dict):
                (tmp_path / "tile.json").write_text(json.dumps(value), encoding="utf-8")
                value = tmp_path / "tile.json"
            words += [f"--{name}", value]
        result = CliRunner().invoke(longhouse, [str(word) for word in words])
        assert "Traceback" not in result.output
        return result.exit_code, json.loads(result.stdout or "{}"), result.stderr

    return run


def city(*rows, **more):
    return CityBoard((drawn(*rows, **more), drawn("F", name="Ken"))).to_document()


def fjords(*rows, stage="big", **more):
    ulf = fjord("Ulf", jarl=rows[0] if rows else "", gold=9, points=10, home={"jarl": 1, "boatswain": 1})
    return {**document_of(FjordBoard((ulf, fjord("Inga")), stage)), **more}


@pytest.mark.parametrize(("lang", "words"), [("en", "no move now"), ("ru", "ни одного хода")])
def test_a_city_without_deserts_has_no_moves_and_says_so(tmp_path, lang, words):
    (tmp_path / "city.json").write_text(json.dumps(city("F")), encoding="utf-8")
    said = CliRunner().invoke(longhouse, ["moves", str(tmp_path / "city.json"), "--player", "Ken", "--lang", lang])
    assert said.exit_code == 0 and words in said.output


def test_a_free_tile_of_hokkaido_is_laid_without_cubes(say):
    told = city("FD", "MM")
    assert say("moves", told, player="Aiko")[1]["moves"] == []
    told["players"][0]["free_tiles"] = 1
    moves = say("moves", told, player="Aiko")[1]["moves"]
    assert {move["terrain"] for move in moves} == {"lake", "district", "forest", "mountain"}
    assert {(move["x"], move["y"]) for move in moves} == {(1, 0)}


def test_a_village_lists_the_moves_of_who_is_at_turn(say):
    told = document_with(EMPTY, WORKING)
    moves = say("moves", told, player="Lars")[1]["moves"]
    assert {"move": "gold"} in moves
    assert {"move": "clear", "plot": 1} in moves
    assert say("moves", told, player="Kari")[1]["moves"] == []
    code, _, problem = say("moves", EMPTY, player="Lars")
    assert (code, "holds harbours only" in problem) == (1, True)
    assert "только гавани" in say("moves", EMPTY, player="Lars", lang="ru")[2]


def test_the_move_between_two_villages_is_reported_and_a_change_that_is_none_is_refused(say):
    told, after = document_with(EMPTY, WORKING), push(WORKING, m.Clear(0))
    (event,) = say("judge", told, document_with(told, after))[1]["events"]
    assert (event["event"], event["player"], event["move"], event["plot"]) == ("worker-sent", "Lars", "clear", 1)
    skipped = push(after, m.Issue())
    (warning,) = say("judge", told, document_with(told, skipped))[1]["warnings"]
    assert warning["code"] == "not-a-move"
    landed = say("judge", document_with(EMPTY, village()), told)[1]
    assert landed["events"] == [{"event": "fish-landed"}]


def test_what_is_built_between_two_harbours_is_reported_and_stays(say):
    lars = harbour("Lars", buildings=[{"name": "Inn", "points": 2}], shares_owned=2, unissued=3)
    ships = [{"kind": "sloop", "points": 1}]
    built = {"buildings": [*lars["buildings"], {"name": "Pier", "points": 4}], "ships": ships, "unissued": 2}
    before, after = harbours(lars), harbours({**lars, **built})
    assert say("judge", before, after)[1] | {"file": ""} == {
        "file": "",
        "events": [
            {"event": "building-built", "player": "Lars", "building": "Pier"},
            {"event": "ship-built", "player": "Lars", "kind": "sloop"},
        ],
        "warnings": [],
    }
    back = say("judge", after, before)[1]
    assert (back["events"], [w["code"] for w in back["warnings"]]) == ([], ["building-gone", "ship-gone", "share-gone"])
    assert "здания" in say("judge", after, before, lang="ru")[1]["warnings"][0]["message"]


def test_a_city_lists_terraformings_and_places_for_a_card(say):
    board = city("bbDL", cubes=[(0, 0), (1, 0)])
    assert say("moves", board, player="Aiko")[1]["moves"] == [
        {"move": "terraform", "x": 2, "y": 0, "colour": "blue", "terrain": "lake"}
    ]
    squares = [{"x": x, "y": y, "terrain": "forest"} for y in range(3) for x in range(2)]
    placements = say("place", board, tile={"squares": squares})[1]["placements"]
    assert {"player": "Aiko", "x": -1, "y": 0, "turn": 0, "under": False} in placements
    drowning = {"player": "Aiko", "x": 2, "y": 0, "turn": 0}
    assert [p["under"] for p in placements if p | drowning == p] == [True]
    code, _, problem = say("place", board, tile={"squares": squares[:5]})
    assert (code, "squares" in problem, "tile.json: " in problem) == (1, True, True)


@pytest.mark.parametrize(
    ("after", "events", "codes"),
    [
        (["FFDL", "HH..", "FF.."], ["card-laid"], []),
        (["bbDF", "..FF", "..HH"], ["card-laid"], ["hidden-lake"]),
        (["bbDLFFFF"], ["card-laid"], ["no-card", "no-overlap"]),
        (["bbD."], [], ["square-gone"]),
        (["bbDL", "....", "....", "....", "..FF", "..FF", "..FF"], ["card-laid"], ["no-overlap"]),
        (["bbDM.", ".....", "...M."], ["card-laid"], ["hidden-lake", "range"]),
    ],
)
def test_a_card_laid_between_two_cities_is_reported_with_the_rule_that_forbids_it(say, after, events, codes):
    judged = say("judge", city("bbDL"), city(*after))[1]
    assert [event["event"] for event in judged["events"]] == events
    assert [w["code"] for w in judged["warnings"] if w["code"] not in ("broken-range",)] == codes


def terraformed(board, *tiles, cubes=()):
    """The board with these deserts of Aiko's terraformed, and only the cubes of these columns left."""
    aiko, *others = board["players"]
    shown = {(t["x"], t["y"]): {**t, "terraformed": True} for t in tiles}
    squares = [shown.get((s["x"], s["y"]), s) for s in aiko["squares"]]
    left = [cube for cube in aiko["cubes"] if cube["x"] in cubes]
    return {**board, "players": [{**aiko, "squares": squares, "cubes": left}, *others]}


LAKE, FOREST = ({"x": x, "y": 0, "terrain": terrain} for x, terrain in ((4, "lake"), (5, "forest")))


@pytest.mark.parametrize(
    ("tiles", "cubes", "free", "codes"),
    [
        ([LAKE], [2, 3], 0, []),
        ([LAKE], [0, 1, 2, 3], 0, ["unpaid-tile"]),
        ([LAKE], [1, 2, 3], 0, ["unpaid-tile"]),
        ([LAKE], [0, 1], 0, ["unpaid-tile"]),
        ([FOREST], [2, 3], 0, ["unpaid-tile"]),
        ([LAKE], [0, 1, 2, 3], 1, []),
        ([LAKE, FOREST], [2, 3], 1, []),
        ([LAKE, FOREST], [2, 3], 0, ["unpaid-tile"]),
        ([LAKE, FOREST], [], 1, ["two-tiles"]),
        ([LAKE, FOREST], [0, 1, 2, 3], 1, ["unpaid-tile"]),
    ],
)
def test_a_desert_is_terraformed_for_two_cubes_of_its_colour_or_once_for_nothing(say, tiles, cubes, free, codes):
    before = city("bbnnDD", cubes=[(x, 0) for x in range(4)])
    if free:
        before["players"][0]["free_tiles"] = free
    judged = say("judge", before, terraformed(before, *tiles, cubes=cubes))[1]
    assert [event["event"] for event in judged["events"]] == ["terraformed"] * len(tiles)
    assert [w["code"] for w in judged["warnings"]] == codes


def test_a_desert_may_be_terraformed_with_the_cubes_of_the_card_that_comes(say):
    before = city("bD", cubes=[(0, 0)])
    after = terraformed(city("bD", "bF"), {"x": 1, "y": 0, "terrain": "lake"})
    assert say("judge", before, after)[1]["warnings"] == []


def test_what_is_bought_and_carried_in_vikings_is_listed(say):
    at_the_wheel = fjords(stage="small", round=1, wheel=WHEEL)
    moves = say("moves", at_the_wheel, player="Ulf")[1]["moves"]
    assert {"move": "buy", "place": 3, "at": ["scout", 0], "settle": True} in moves
    assert say("moves", at_the_wheel, player="Inga")[1]["moves"] == []
    assert say("moves", fjords("<>"), player="Ulf")[1]["moves"] == [
        {"move": "carry", "cells": [["jarl", 0]]},
        {"move": "carry", "cells": [["jarl", 1]]},
        {"move": "finish"},
    ]
    code, _, problem = say("moves", fjords("<>"), player="Inga")
    assert (code, "no round at the wheel" in problem) == (1, True)
    placements = say("place", fjords("<"), tile={"part": "right"})[1]["placements"]
    assert {"player": "Ulf", "row": "jarl", "column": 1} in placements
    ships = say("place", fjords(), tile={"sail": "red"})[1]["placements"]
    assert [p["column"] for p in ships if p["player"] == "Inga"] == [0, 1, 2]
    code, _, problem = say("place", fjords(), tile={"terrain": "forest"})
    assert (code, "“part” is missing" in problem, "tile.json: " in problem) == (1, True, True)


@pytest.fixture
def lines(tmp_path):
    """Write documents to files and run a command on them for people, in Russian or English; gives the lines."""

    def run(lang, command, *documents, tile=None, **options):
        files = [tmp_path / f"{number}.json" for number in range(len(documents))]
        for file, document in zip(files, documents, strict=True):
            file.write_text(json.dumps(document), encoding="utf-8")
        if tile:
            options["tile"] = tmp_path / "tile.json"
            options["tile"].write_text(json.dumps(tile), encoding="utf-8")
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        result = CliRunner(env={"COLUMNS": "300"}).invoke(
            longhouse, [command, *map(str, files), "--lang", lang, *words]
        )
        assert result.exit_code == 0, result.output
        return result.stdout.splitlines()

    return run


CARD = {"squares": [{"x": x, "y": y, "terrain": "forest"} for y in range(3) for x in range(2)]}
MANY = {
    "terraformings": ("moves", [city("bbDL", cubes=[(0, 0), (1, 0)])], {"player": "Aiko"}),
    "cards": ("place", [city("bbDL")], {"tile": CARD}),
    "judged cities": ("judge", [city("FF"), city("FF", "HH")], {}),
    "purchases": ("moves", [fjords(stage="small", round=1, wheel=WHEEL)], {"player": "Ulf"}),
    "carrying": ("moves", [fjords("<>")], {"player": "Ulf"}),
    "tiles": ("place", [fjords("<")], {"tile": {"part": "right"}}),
    "judged fjords": ("judge", [fjords("<*"), fjords("<>")], {}),
    "workers": ("moves", [document_with(EMPTY, WORKING)], {"player": "Lars"}),
    "judged village": ("judge", [document_with(EMPTY, village()), document_with(EMPTY, WORKING)], {}),
}


@pytest.mark.parametrize(("command", "documents", "options"), MANY.values(), ids=MANY)
def test_people_read_words_of_their_language_and_no_brackets_of_the_program(lines, command, documents, options):
    russian = "\n".join(lines("ru", command, *documents, **options))
    assert not re.search("[a-z_]{2}|['\\[\\]]", re.sub(r"[A-Z][a-z]+|\w+\.json", "", russian)), russian
    english = lines("en", command, *documents, **options)
    assert not re.search("False|True|None|['\\[\\]]|_", "\n".join(english))


def test_the_fields_of_moves_and_places_are_said_in_words(lines):
    told = {name: lines("en", command, *documents, **options) for name, (command, documents, options) in MANY.items()}
    assert "Terraform a desert  column: 2  row: 0  cubes: blue  becomes: lake" in told["terraformings"]
    assert "Aiko  column: -1  row: 0  quarter turns: 0" in told["cards"]
    assert any(text.endswith("  slid under") for text in told["cards"])
    assert "Carry figures  tiles (row, column): (jarl, 0)" in told["carrying"]
    assert "Carry no more figures" in told["carrying"]
    assert "Clear a forest  plot: 1" in told["workers"]
    assert any(
        text.startswith("Laid: a card  player: Aiko  squares (column, row): (0, 1), (1, 1)")
        for text in told["judged cities"]
    )


@pytest.mark.parametrize("stage", ["big", "final"])
def test_the_one_fjord_of_a_photo_lists_what_can_be_carried(say, stage):
    photo = fjords("<>", stage=stage)
    photo["players"] = photo["players"][:1]
    cells = [move.get("cells") for move in say("moves", photo, player="Ulf")[1]["moves"]]
    assert cells == [[["jarl", 0]], [["jarl", 1]], None]


def test_what_lies_in_a_fjord_stays(say):
    judged = say("judge", fjords("<*"), fjords("<>"))[1]
    assert [event["event"] for event in judged["events"]] == ["tile-laid"]
    assert [warning["code"] for warning in judged["warnings"]] == ["figure-moved"]
    assert [w["code"] for w in say("judge", fjords("<>"), fjords("<"))[1]["warnings"]] == ["tile-moved"]


def codes_between(say, before, after):
    return [warning["code"] for warning in say("judge", before, after)[1]["warnings"]]


def test_one_combination_is_bought_in_a_turn(say):
    assert codes_between(say, fjords("<"), fjords("<>")) == []
    assert codes_between(say, fjords("<"), fjords("<->")) == ["several-moves"]
    assert codes_between(say, fjords(), fjords("<>")) == []
    assert codes_between(say, fjords(), fjords("<->")) == ["several-moves"]


def test_points_and_gold_come_from_a_scoring_only(say):
    before, rich, changed, scored = (fjords("<") for _ in range(4))
    rich["players"][0]["points"] = 99
    changed["players"][0].update(points=8, gold=11)
    scored["players"][0]["points"] = 99
    scored["stage"] = "small"
    assert codes_between(say, before, rich) == ["not-earned"]
    assert codes_between(say, before, changed) == []
    assert codes_between(say, before, scored) == []
    assert "без подсчёта" in say("judge", before, rich, lang="ru")[1]["warnings"][0]["message"]


@pytest.mark.parametrize(
    ("place", "gold", "codes"),
    [(3, 6, []), (0, 9, ["zero"]), (3, 9, ["wrong-payment"]), (11, 0, ["wrong-payment"]), (3, 5, ["wrong-payment"])],
)
def test_what_was_bought_at_the_wheel_is_allowed_and_paid(say, place, gold, codes):
    before, after = (fjords("<" * n, stage="small", round=1, wheel=WHEEL) for n in range(2))
    left = [None if n == place else figure for n, figure in enumerate(WHEEL["figures"])]
    after["wheel"] = {**WHEEL, "figures": left, "turn": 1}
    after["players"][0]["gold"] = gold
    assert codes_between(say, before, after) == codes


@pytest.mark.parametrize("document", [EMPTY, city("F"), fjords()], ids=["nusfjord", "hokkaido", "vikings"])
def test_no_advice_is_given_and_it_is_said_why_in_both_languages(say, document):
    name = document["players"][0]["name"]
    english, russian = (say("hint", document, player=name, lang=lang) for lang in ("en", "ru"))
    assert (english[0], russian[0]) == (1, 1)
    assert "There is no hint" in english[2]
    assert "Подсказок" in russian[2]


def test_what_a_game_does_not_have_and_who_does_not_play_is_said(say):
    nothing = say("place", EMPTY, tile={"part": "left"})[2]
    assert "Nothing is laid by its shape" in nothing and "0.json: " in nothing
    assert "No player is called “Odd”" in say("moves", EMPTY, player="Odd")[2]
    assert "different games" in say("judge", EMPTY, city("F"))[2]
    assert "no answer to “moves --rune”" in say("moves", city("F"), player="Ken", rune="horse")[2]
