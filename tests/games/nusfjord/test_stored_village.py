"""A village kept in a board document: it comes back as it was, and its harbours follow what is done in it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.nusfjord.board import Board
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.moves import Build, BuildShip, Issue
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.scoring import score
from games.nusfjord.stock import Stock
from games.nusfjord.stored_village import VILLAGE, document_with, village_of
from tests.games.nusfjord.boards import document, player, richer, village

EMPTY = document(player("Lars"), player("Kari"))


def through_a_file(told):
    return json.loads(json.dumps(told))


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_whatever_is_played_the_village_comes_back_and_the_harbours_are_its_companies(data):
    now, told = fish(village()), EMPTY
    for _ in range(4):
        now = push(now, data.draw(st.sampled_from(list(legal_moves(now)))))
        told = through_a_file(document_with(told, now))
        assert village_of(told) == now
        for company, seat in zip(now.companies, told["players"], strict=True):
            assert seat["gold"] == company.supply.gold
            assert [ship["kind"] for ship in seat["ships"]] == list(company.ships)
            assert [built["name"] for built in seat["buildings"]] == [card.name for card in company.buildings]
            assert (seat["shares_owned"], seat["unissued"]) == (company.shares_owned, company.unissued)


def test_buildings_score_at_once_and_entered_points_stay():
    now = richer(fish(village()), "Lars", Stock(wood=12, gold=9))
    told = document_with(EMPTY, now)
    told = document_with(told, push(village_of(told), BuildShip("sloop")))
    told["players"][0]["ships"][0]["points"] = 2
    now = push(village_of(told), Issue())
    told = document_with(told, push(now, Build("A2", 3)))
    lars = score(Board.from_document(told)).scores[0]
    assert (lars.ships, lars.buildings) == (2, 2)


def test_gold_that_was_corrected_in_the_harbour_is_corrected_in_the_village():
    told = document_with(EMPTY, village())
    told["players"][1]["gold"] = 7
    assert village_of(told).companies[1].supply.gold == 7


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop(VILLAGE),
        lambda d: d.update(village=[]),
        lambda d: d["village"].update(round=9),
        lambda d: d["village"].update(first=2),
        lambda d: d["village"].update(phase="feast"),
        lambda d: d["village"]["companies"][0].update(unissued=-1),
        lambda d: d["village"]["companies"][0]["plots"][0].update(spaces=3),
        lambda d: d["players"][0].update(name="Odd"),
        lambda d: d["players"].pop(),
    ],
)
def test_a_village_that_cannot_be_or_is_of_others_is_none(change):
    told = through_a_file(document_with(EMPTY, village()))
    change(told)
    assert village_of(told) is None
