"""What leads from one village to the next, as two documents show it."""

from dataclasses import replace

from games.nusfjord.answering.judging import judge
from games.nusfjord.board import Board
from games.nusfjord.play.company import Elder
from games.nusfjord.play.fishing import fish
from games.nusfjord.stored_village import document_with
from tests.games.nusfjord.boards import document, player, village


def judged(before, after):
    """The events and the codes of warnings between two villages."""
    empty = document(*(player(company.name) for company in before.companies))
    found = judge(*(Board.from_document(document_with(empty, table)) for table in (before, after)))
    return [event["event"] for event in found.events], [warning.code for warning in found.warnings]


def test_a_catch_that_does_not_suffice_is_landed_whomever_its_owner_serves():
    table = village("a", "b", "c")
    a, b, c = table.companies
    table = table.with_company(replace(a, elders=(Elder("x"), Elder("y", 2)), shares=(), unissued=3))
    table = table.with_company(replace(b, shares=(("a", 1), ("b", 2))))
    table = table.with_company(replace(c, shares=(("a", 1), ("c", 2))))
    for served in ("b", "c"):
        assert judged(table, fish(table, {"a": (served,)})) == (["fish-landed"], [])
    a = table.companies[0]
    table = table.with_company(replace(a, elders=tuple(map(Elder, "vwxyz"))))
    assert judged(table, fish(table, {"a": ("z", "w", "x")})) == (["fish-landed"], [])


def test_more_fish_than_were_caught_are_no_landing():
    table = village("a", "b")
    landed = fish(table)
    a = landed.companies[0]
    richer = landed.with_company(replace(a, store=replace(a.store, fish=a.store.fish + 1)))
    assert judged(table, richer) == ([], ["not-a-move"])
