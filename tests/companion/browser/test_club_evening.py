"""A club evening in a browser: twenty tables, five rounds, every result entered on the page."""

from collections import Counter
from itertools import combinations

import pytest

from companion.web import Config

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLES, ROUNDS = 20, 5
NAMES = [f"Player {number:02}" for number in range(2 * TABLES)]


_ENTER = """(round) => Promise.all(
  [...document.querySelectorAll(`${round} form`)].map(async (form) => {
    const inputs = [...form.querySelectorAll("input[type=number]")];
    const names = inputs.map((input) => input.closest("label").firstChild.textContent.trim());
    inputs.forEach((input, seat) => { input.value = names[seat].slice(-2); });
    const sent = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    if (sent.type !== "opaqueredirect") throw new Error(`${names} were answered with ${sent.status}`);
    return names;
  }),
)"""
"""Sends the forms of a round as they are: the higher a player's number, the more points, so that who wins is known."""


def test_twenty_tables_play_five_rounds_and_the_strongest_leads(serve, truth, visit):
    with serve(Config(club=True), truth) as (address, here):
        del here
        page = visit(address)
        page.click("text=Tournaments")
        page.fill("#name", "The long night")
        page.fill("#players", "\n".join(NAMES))
        page.click("main button:has-text('Start')")
        met = Counter()
        for number in range(1, ROUNDS + 1):
            page.click(f"button:has-text('Pair the {'first' if number == 1 else 'next'} round')")
            page.wait_for_selector(f"#round-{number}")
            for names in page.evaluate(_ENTER, f"#round-{number}"):
                met.update(frozenset(pair) for pair in combinations(names, 2))
            page.reload()
        assert len(met) == sum(met.values()) == TABLES * ROUNDS
        page.click("text=Board for a big screen")
        leader = page.locator("table.standings tbody tr").first
        assert leader.get_attribute("data-player") == NAMES[-1]
        assert leader.locator("td").nth(1).inner_text() == str(ROUNDS)
