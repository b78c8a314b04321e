"""Tiles and stones taught on a phone, from a photo of them to what is kept."""

import pytest
from playwright.sync_api import expect

from calibration.profile.folder import load_profile
from companion.reader_service import NetworkReader
from companion.web import Config
from tests.calibration.taught import DATA, nearest, truth
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.support.pages.page_fit import fits
from tests.support.pages.teaching import kept_set

pytestmark = pytest.mark.usefixtures("cached_tile_search")


@pytest.mark.long
@pytest.mark.browser
def test_tiles_and_stones_are_taught_on_a_phone_by_tapping(serve, visit, few, tmp_path):
    with serve(Config(data=str(tmp_path)), NetworkReader()) as (address, _):
        page = visit(f"{address}/teach/", size=(390, 844))
        page.fill("#name", "Mine")
        page.click("form[action$='begin'] button")
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/tiles/")
        page.fill("#set-name", "2021")
        page.set_input_files("input[name=photo]", [few, __file__])
        page.click("#find-things")
        page.wait_for_selector(".tile-cards li")
        page.wait_for_load_state()  # what hears the taps is loaded last
        expect(page.locator("#taught-tiles > [role=alert]")).to_have_count(1)
        count = page.locator(".tile-cards li").count()
        assert not faults_in_both_themes(page) + faults_of_width(page)
        _turn_an_edge_by_a_tap(page)
        page.click("#keep")
        page.wait_for_selector(".gain")
        assert len(kept_set(tmp_path).tiles) == count
        assert fits(page)
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/tiles/marks/3")
        expect(page.locator("input[name=tile]")).to_have_count(count)
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/stones/")
        _name_all_stones(page)
    stones = load_profile(tmp_path / "profiles/mine").stones.stones
    true = truth("stones_spread")["stones"]
    assert sorted((s.kind, s.colour or "") for s in stones) == sorted((s["kind"], s["colour"] or "") for s in true)


def _turn_an_edge_by_a_tap(page):
    page.locator(".tile-cards a").first.press("Enter")
    page.wait_for_selector("#tile-form")
    assert not faults_in_both_themes(page) + faults_of_width(page)
    before = page.input_value("#edge-0")
    with page.expect_response(lambda answer: "preview" in answer.url):
        page.locator("#preview .tile-picture .edge[data-edge='0']").click()
    expect(page.locator("#edge-0")).not_to_have_value(before)
    after = page.input_value("#edge-0")
    page.wait_for_selector(f".tile-picture .edge[data-edge='0'][data-says='{after}']")
    page.click("#save")
    page.wait_for_selector(".tile-cards")


def _name_all_stones(page):
    true = truth("stones_spread")["stones"]
    page.set_input_files("input[name=photo]", DATA / "stones_spread.jpg")
    page.click("#find-things")
    page.wait_for_selector("#naming-rows")
    page.wait_for_load_state()  # what hears the taps is loaded last
    count = page.locator("#naming-rows li").count()
    # A tap on a stone that was found leads to its row; one beside all of them adds a row.
    page.locator("#photo-to-name circle").nth(1).click(force=True)
    expect(page.locator("[name=kind-1]").first).to_be_focused()
    page.click("#photo-to-name", position={"x": 4, "y": 4})
    expect(page.locator("#naming-rows li")).to_have_count(count + 1)
    # Each is asked about beside its place in the photo, with a drawing of every answer.
    expect(page.locator(f"#naming-rows li:nth-child({count + 1}) .asks")).to_contain_text(f"stone {count + 1}?")
    expect(page.locator("#naming-rows li:first-child .answer svg")).to_have_count(9)
    for k in range(count):
        at = [float(page.input_value(f"[name={axis}-{k}]")) for axis in "xy"]
        stone = nearest(at, true)
        page.check(f"[name=kind-{k}][value={stone['kind']}]")
        page.fill(f"[name=name-{k}]", stone["colour"] or "")
    assert not faults_in_both_themes(page) + faults_of_width(page)
    page.click("#learn")
    page.wait_for_selector(".gain")
    assert not faults_in_both_themes(page) + faults_of_width(page)
