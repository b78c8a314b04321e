"""The board at the end: its document, its score, what is said of it, its drawing."""

import copy
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.documents import DocumentError
from games.nusfjord.board import Board, Building, Harbour, Ship
from games.nusfjord.rulebook import RULEBOOK
from games.nusfjord.scoring import score
from games.nusfjord.stored_village import document_with
from games.nusfjord.warnings import status
from tests.games.nusfjord.boards import document, documents, player, village

SVG = "{http://www.w3.org/2000/svg}"


@given(documents)
@settings(max_examples=25)
def test_a_document_comes_back_without_loss_unknown_fields_and_all(found):
    before = copy.deepcopy(found)
    assert Board.from_document(found).to_document() == before


@given(documents)
@settings(max_examples=25)
def test_a_score_is_the_sum_of_its_parts_and_nobody_beats_those_who_win(found):
    sheet = RULEBOOK.score(Board.from_document(found))
    best = max((row["total"] for row in sheet["scores"]), default=None)
    for row in sheet["scores"]:
        assert row["total"] == sum(v for k, v in row.items() if k not in ("player", "total"))
        assert row["free_spaces"] <= 0
        assert row["unissued"] <= 0
    first = [row["player"] for row in sheet["scores"] if row["total"] == best]
    assert (sheet["winner"], sheet["shared"]) == ((first[0], []) if len(first) == 1 else (None, first))


@pytest.mark.long
@given(documents, st.sampled_from(["en", "ru"]))
@settings(deadline=None, max_examples=25)
def test_everything_that_is_entered_is_listed_and_drawn(found, lang):
    board = Board.from_document(found)
    assert all(warning.message(lang) for warning in status(board))
    told = RULEBOOK.explain(board, lang)
    assert [set(one) for one in told] == [set(RULEBOOK.headings)] * len(board.harbours)
    for name in (None, *(harbour.name for harbour in board.harbours)):
        assert RULEBOOK.svg(board, lang, name).startswith("<svg")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"unissued": -1}, "players[1].unissued", "value"),
        ({"free_spaces": -1}, "players[1].free_spaces", "value"),
        ({"gold": 1.5}, "players[1].gold", "type"),
        ({"gold": True}, "players[1].gold", "type"),
        ({"shares_owned": "3"}, "players[1].shares_owned", "type"),
        ({"ships": [{"kind": "canoe", "points": 1}]}, "players[1].ships[0].kind", "unknown"),
        ({"ships": [{"kind": "sloop"}]}, "players[1].ships[0].points", "missing"),
        ({"buildings": [{"name": "x", "points": 1}, {"name": 3, "points": 1}]}, "players[1].buildings[1].name", "type"),
        ({"buildings": None}, "players[1].buildings", "type"),
        ({"name": "Kari"}, "players[1].name", "twice"),
    ],
)
def test_a_bad_field_is_refused_by_its_name(changes, field, code):
    with pytest.raises(DocumentError) as refused:
        Board.from_document(document(player("Kari"), player(**changes)))
    assert (refused.value.field, refused.value.code) == (field, code)
    assert field in refused.value.message("ru")


def test_a_board_of_nobody_is_refused_in_a_sentence_that_names_the_field():
    with pytest.raises(DocumentError) as refused:
        Board.from_document(document())
    assert (refused.value.field, refused.value.code) == ("players", "empty")
    assert "“players” is empty" in refused.value.message("en")


@pytest.mark.parametrize("field", ["format", "version", "game", "players"])
def test_a_document_without_its_envelope_is_refused(field):
    whole = document(player())
    del whole[field]
    with pytest.raises(DocumentError) as refused:
        Board.from_document(whole)
    assert (refused.value.field, refused.value.code) == (field, "missing")


@pytest.mark.parametrize("field", ["buildings", "ships", "shares_owned", "unissued", "gold", "free_spaces", "name"])
def test_a_player_without_a_field_is_refused(field):
    whole = player()
    del whole[field]
    with pytest.raises(DocumentError) as refused:
        Board.from_document(document(whole))
    assert (refused.value.field, refused.value.code) == (f"players[0].{field}", "missing")


@pytest.mark.parametrize(
    "rules", [None, 7, "solo", [], {}, {"variant": "classic"}, {"variant": ["solo"]}, {"runes": []}]
)
def test_rules_that_nobody_knows_are_kept_and_mean_nothing(rules):
    whole = document(player(colour=3), rules=rules)
    board = Board.from_document(whole)
    assert (board.variant, board.harbours[0].colour) == ("base", None)
    assert board.to_document() == whole


def test_a_way_to_play_alone_is_read_and_written():
    whole = document(player(), rules={"variant": "campaign", "campaign_game": 2})
    assert Board.from_document(whole).variant == "campaign"
    assert Board.from_document(whole).to_document() == whole
    written = Board((Harbour("Lars"),), "harder").to_document()
    assert Board.from_document(written).variant == "harder"


def test_those_who_tie_share_and_alone_one_wins():
    tied = score(Board((Harbour("Lars", gold=3), Harbour("Kari", gold=3), Harbour("Odd", gold=2))))
    assert (tied.winner, tied.shared) == (None, ("Lars", "Kari"))
    alone = score(Board((Harbour("Lars", unissued=3, free_spaces=5),)))
    assert (alone.winner, alone.shared, alone.scores[0].total) == ("Lars", (), -8)


TWICE = {("building-twice", None)}


def _with_one_building_each(lars, kari):
    built = (("Lars", lars), ("Kari", kari))
    return Board(tuple(Harbour(name, (Building(called, 4),), shares_owned=2) for name, called in built))


@pytest.mark.parametrize(
    ("board", "codes"),
    [
        (Board((Harbour("Lars", shares_owned=2, unissued=4),)), {("too-many-unissued", "Lars")}),
        (Board((Harbour("Lars", ships=(Ship("schooner", 3),) * 3, shares_owned=2),)), {("fleet-too-long", "Lars")}),
        (
            Board((Harbour("Lars", shares_owned=9), Harbour("Kari", shares_owned=2, unissued=2))),
            {("too-many-shares", None)},
        ),
        (Board((Harbour("Lars", shares_owned=9),)), set()),
        (Board((Harbour("Lars", shares_owned=9),), "solo"), {("too-many-shares", None)}),
        (Board((Harbour("Lars"), Harbour("Kari")), "campaign"), {("several-alone", None)}),
        (Board(tuple(Harbour(name) for name in "abcdef")), {("too-many-players", None)}),
        (
            Board(tuple(Harbour(name, ships=(Ship("sloop", 1),) * 2, shares_owned=2) for name in ("Lars", "Kari"))),
            {("too-many-sloops", None)},
        ),
        (
            Board((Harbour("Lars", ships=(Ship("sloop", 1),) * 5, buildings=(Building("Pier", 4),), shares_owned=2),)),
            set(),
        ),
        (Board((Harbour("Lars", buildings=(Building("Pier", 4),), gold=3),)), {("too-few-shares", "Lars")}),
        (Board((Harbour("Lars", ships=(Ship("sloop", 1),)),)), {("too-few-shares", "Lars")}),
        (Board((Harbour("Lars", shares_owned=1),)), {("too-few-shares", "Lars")}),
        (Board((Harbour("Lars", shares_owned=2, free_spaces=40),)), {("too-many-spaces", "Lars")}),
        (
            Board((Harbour("Lars", tuple(Building(f"b{n}", 1) for n in range(30)), shares_owned=2),)),
            {("too-many-spaces", "Lars")},
        ),
        (
            Board(
                tuple(
                    Harbour(name, tuple(Building(f"{name}{n}", 1) for n in range(15)), shares_owned=2) for name in "abc"
                )
            ),
            {("too-many-buildings", None)},
        ),
        (_with_one_building_each("Pier", "Pier"), TWICE),
        (_with_one_building_each("Pier", " pier"), TWICE),
        (Board((Harbour("Lars", (Building("Pier", 4),) * 2, shares_owned=2),)), TWICE),
        (_with_one_building_each("Building 1", "Building 1"), set()),
    ],
)
def test_what_cannot_be_is_said_of_the_board(board, codes):
    assert {(said.code, said.player) for said in status(board)} == codes
    assert all(said.message("ru") != said.message("en") for said in status(board))


def test_the_spaces_of_a_harbour_are_those_of_its_village():
    whole = document_with(document(player("Lars"), player("Kari")), village())
    assert status(Board.from_document(whole)) == []
    whole["players"][1]["free_spaces"] = 12
    assert {(said.code, said.player) for said in status(Board.from_document(whole))} == {("too-many-spaces", "Kari")}


def test_the_drawing_shows_every_building_ship_and_free_space_of_the_player_named():
    board = Board(
        (
            Harbour("Kari", gold=2),
            Harbour("Lars", (Building("Fish & <chips>", 2),), (Ship("sloop", 1), Ship("cutter", 3)), 4, 2, 3, 5),
        )
    )
    drawn = ElementTree.fromstring(RULEBOOK.svg(board, "en", "Lars"))
    kinds = [group.get("class") for group in drawn.iter(f"{SVG}g")]
    assert [kinds.count(kind) for kind in ("building", "ship", "free")] == [1, 2, 5]
    titles = {title.text for title in drawn.iter(f"{SVG}title")}
    assert {"Fish & <chips>", "sloop", "cutter"} <= titles
    assert all(element.get("style") is None for element in drawn.iter())


def test_the_sentences_of_a_score_name_what_it_is_made_of():
    board = Board((Harbour("Lars", (Building("Pier", -1),), (Ship("cutter", 3),), 4, 2, 3, 5),))
    told = RULEBOOK.explain(board, "en")[0]
    assert "Pier −1" in told["buildings"]
    assert "cutter 3" in told["ships"]
    assert "−5" in told["free_spaces"]
    assert told["total"].endswith("-1 + 3 + 4 + 3 − 5 − 2".replace("-", "−"))
