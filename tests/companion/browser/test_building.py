"""A board of the recorded game is built by hand in few taps."""

from __future__ import annotations

import json

import pytest

from companion.web import Config
from games.hexgrid import neighbour
from tests.companion.browser.test_tally import Fingers
from tests.support.readers.truth_reader import GAME

PHONE = (390, 844)

pytestmark = pytest.mark.browser
pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect  # noqa: E402

NEXT = {"P": "O", "O": "M", "M": "P"}
"""What a tap on an edge turns a terrain into."""


def in_order(tiles):
    """The cells, each beside one before it, those with the most neighbours first."""
    order = [next(iter(tiles))]
    while len(order) < len(tiles):
        rest = [cell for cell in tiles if cell not in order]
        order.append(max(rest, key=lambda cell: sum(neighbour(cell, side) in order for side in range(6))))
    return order


def lay(fingers, cell, edges, first):
    """Lay a tile: the suggestion that is most like it, and then what differs, edge by edge."""
    page = fingers.page
    q, r = cell[0] - first[0], cell[1] - first[1]
    fingers.tap(page.get_by_role("link", name=f"Lay a tile in the space {q}, {r}", exact=True))
    expect(page.locator("#tile-form [name=cell]")).to_have_value(f"{q},{r}")
    offered = page.locator(".suggestions [name=edges]")
    found = [value.split(",") for value in offered.evaluate_all("all => all.map((one) => one.value)")]
    best = min(found, key=lambda shown: sum(taps(*pair) for pair in zip(shown, edges, strict=True)))
    fingers.tap(offered.nth(found.index(best)))
    expect(page.locator("#tile-form[data-at-once]")).to_be_visible()
    for side, (shown, edge) in enumerate(zip(best, edges, strict=True)):
        while shown != edge:
            shown = change(fingers, side, shown, edge)


def taps(shown, edge):
    """The taps that it takes to change an edge."""
    if shown == edge:
        return 0
    return 2 if len(edge) > 1 or NEXT.get(shown) != edge else 1


def change(fingers, side, shown, edge):
    """Change an edge of the tile: by a tap on it, or by choosing from its list, which is two."""
    page = fingers.page
    field = page.locator(f"#edge-{side}")
    laid = page.locator("#builder").get_attribute("data-events")
    if len(edge) > 1 or len(shown) > 1:
        fingers.taps += 2
        field.select_option(edge)
        after = edge
    else:
        after = NEXT[shown]
        fingers.tap(page.locator(f"#preview [data-edge='{side}']"))
    expect(page.locator(f"#builder:not([data-events='{laid}'])")).to_have_count(1)
    expect(field).to_have_value(after)
    return after


@pytest.mark.long
def test_twelve_tiles_are_built_by_hand_in_forty_taps(serve, truth, visit):
    document = json.loads((GAME / "game_01.json").read_bytes())
    tiles = {(tile["q"], tile["r"]): tile["edges"] for tile in document["tiles"]}
    order = in_order(tiles)
    assert len(order) == 12
    with serve(Config(viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        fingers = Fingers(page)
        fingers.tap(page.get_by_role("link", name="Build a board by hand"))
        fingers.tap(page.get_by_role("button", name="Start"))
        page.get_by_role("link", name="Lay a tile in the space 0, 0").wait_for()
        page.wait_for_load_state()
        for cell in order:
            lay(fingers, cell, tiles[cell], order[0])
        assert fingers.taps <= 40
        events = page.request.get(f"{address}/games/1/files/game.json").json()["events"]
    laid = {(event["q"], event["r"]): event["tile"]["edges"] for event in events if event["event"] == "tile-laid"}
    assert laid == {(q - order[0][0], r - order[0][1]): edges for (q, r), edges in tiles.items()}


@pytest.mark.long
def test_who_is_named_gets_a_free_colour_and_a_seat_without_one_has_no_name(serve, truth, visit):
    with serve(Config(viewers=4), truth) as (address, _):
        page = visit(f"{address}/games/new", PHONE)
        colours, names = page.locator("select.colour"), page.locator(".seat input")
        colours.nth(0).select_option("white")
        names.nth(2).fill("Cy")
        taken = {colours.nth(seat).input_value() for seat in (0, 1)}
        expect(colours.nth(2)).not_to_have_value("")
        assert colours.nth(2).input_value() not in taken
        colours.nth(2).select_option("")
        expect(names.nth(2)).to_have_value("")
        sides = [colours.nth(seat).bounding_box()["x"] for seat in range(4)]
        assert sides == pytest.approx([sides[0]] * 4)  # also beside the mark of a seat without a colour


def test_the_points_of_four_players_are_in_sight_on_a_small_phone_and_only_long_names_cut(serve, truth, visit):
    with serve(Config(viewers=4), truth) as (address, _):
        page = visit(f"{address}/games/new", (360, 640))
        for seat, name in enumerate(["Anna-Maria of Constantinople", "Bo", "Cy", "Dee"]):
            page.locator(".seat input").nth(seat).fill(name)
        page.get_by_role("button", name="Start").click()
        strip = page.locator(".score-strip")
        strip.wait_for()
        boxes = [box.bounding_box() for box in strip.locator("> span").all()]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
        cut = strip.locator(".who").evaluate_all("names => names.map((e) => e.scrollWidth > e.clientWidth)")
        assert cut == [True, False, False, False]
