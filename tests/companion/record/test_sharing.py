"""A result that is shared: in a line, on the card, as a link's preview, and in the form of BG Stats."""

import io
import json
import time
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from PIL import Image

from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND, Entry
from companion.record.exchange.bg_stats import play_link, play_of
from companion.record.headline import headline, occasion
from companion.record.result_card.drawing import result_card
from companion.record.summary import summary_of
from companion.web import Config, create_app
from tests.support.games.recorded_games import laid, placed

ANN, BO = Seat("Аня", ("white",)), Seat("Bo", ("red",))


def played(library, *colours, ended=True, **setup):
    """A game at noon, UTC, of the 5th of March 2026 in which somebody has a viking for each of the colours."""
    events = [SetUp(players=(ANN, BO), **setup)]
    for place, colour in enumerate(colours):
        events += [laid(place, 0), placed(colour, place, 0)]
    # A game that goes on has a tile on which somebody may still settle.
    events += [Ended() if ended else laid(len(colours), 0)]
    begun = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
    entries = [Entry(number, begun.replace(minute=number), HAND, event) for number, event in enumerate(events, start=1)]
    return library.game(library.import_game(f"{len(library.games()):032x}", begun, entries))


@pytest.mark.parametrize(
    ("colours", "ended", "english", "russian"),
    [
        (("white", "red", "white"), True, "Аня wins 2 : 1", "Аня: победа, 2 : 1"),
        (("white", "red", "white"), False, "Аня leads 2 : 1", "Аня впереди, 2 : 1"),
        (("white", "red"), True, "Tie: 1 : 1", "Поровну: 1 : 1"),
        ((), False, "Nobody has points yet", "Пока ни у кого нет очков"),
    ],
)
def test_a_result_is_said_in_one_line_and_nobody_wins_before_the_end(library, colours, ended, english, russian):
    summary = summary_of(played(library, *colours, ended=ended))
    assert (headline(summary, "en"), headline(summary, "ru")) == (english, russian)


def test_a_game_that_ended_without_points_is_headed_by_its_outcome(library, tmp_path):
    level, tied = played(library), played(library, settlement_order=("Аня", "Bo"))
    assert [headline(summary_of(level), lang) for lang in ("en", "ru")] == ["Tie: 0 : 0", "Поровну: 0 : 0"]
    assert headline(summary_of(tied), "en") == "Bo wins 0 : 0 on the tie-break"
    client = create_app(Config(data=str(tmp_path)), lambda photo: None).test_client()
    assert "the tied player who is later in the order of settlement wins" in client.get(f"/games/{tied.id}/").text
    nobodys = library.game(library.begin(HAND, SetUp(), Ended()))
    assert [headline(summary_of(nobodys), lang) for lang in ("en", "ru")] == ["The game is over", "Партия окончена"]


def test_on_a_full_board_who_is_ahead_has_won_before_anybody_says_that_the_game_is_over(library, tmp_path):
    # No tile is free: nobody can settle any more.
    full = library.game(library.begin(HAND, SetUp(players=(ANN, BO)), laid(0, 0), placed("white", 0, 0)))
    assert not full.timeline.position.ended
    assert headline(summary_of(full), "en") == "Аня wins 1 : 0"
    card, page = result_card(full, "en"), create_app(Config(data=str(tmp_path)), lambda photo: None).test_client()
    assert card != result_card(played(library, "white", ended=False), "en")
    assert "Аня wins 1 : 0" in page.get(f"/games/{full.id}/").text


def test_a_win_with_equal_points_names_what_broke_the_tie(library, tmp_path):
    tied = played(library, "white", "red", settlement_order=("Аня", "Bo"))
    assert headline(summary_of(tied), "en") == "Bo wins 1 : 1 on the tie-break"
    assert headline(summary_of(tied), "ru") == "Bo: победа, 1 : 1 по правилу ничьей"
    client = create_app(Config(data=str(tmp_path)), lambda photo: None).test_client()
    for page in ("", "sheet"):
        text = client.get(f"/games/{tied.id}/{page}").text
        assert "the tied player who is later in the order of settlement wins" in text
    clear = played(library, "white", "red", "white", settlement_order=("Аня", "Bo"))
    assert "On a tie" not in client.get(f"/games/{clear.id}/").text


@pytest.fixture
def be_in_zone():
    """Take the computer to a time zone until the test is over."""
    with pytest.MonkeyPatch.context() as patch:

        def move(zone):
            patch.setenv("TZ", zone)
            time.tzset()

        yield move
    time.tzset()


@pytest.mark.parametrize(("zone", "day"), [("UTC0", 5), ("EAST-14", 6), ("WEST+11", 5)])
def test_the_day_stands_in_the_reader_s_form_with_the_variant_and_the_runes(library, be_in_zone, zone, day):
    be_in_zone(zone)
    stored = played(library, "white", variant="epic", runes=("water", "home"))
    setup = stored.timeline.position.setup
    assert occasion(summary_of(stored), setup, "en") == f"March {day}, 2026  ·  Epic  ·  Water rune  ·  Home rune"
    assert occasion(summary_of(stored), setup, "ru").startswith(f"{day} марта 2026")


def test_the_card_shows_the_landscape_and_the_winner(library):
    cards = [result_card(played(library, "white", "red", "white", ended=ended), "ru") for ended in (False, True)]
    leads, wins = (np.asarray(Image.open(io.BytesIO(card)).convert("RGB")).astype(int) for card in cards)
    assert leads.shape == (1350, 1080, 3)
    sun, sea = ((np.abs(wins[:300] - colour).sum(axis=2) < 6).sum() for colour in ((200, 69, 42), (29, 84, 104)))
    assert min(sun, sea) > 2000
    # The line that says it, at the top and in ink, is another.
    assert (np.abs(leads[20:130] - wins[20:130]).sum(axis=2) > 200).sum() > 500


def test_a_finished_game_is_entered_in_bg_stats_with_ids_that_stay(library):
    stored = played(library, "white", "red", "white", runes=("water",), first="Bo")
    play = play_of(stored)
    assert play["sourcePlayId"] == stored.uid
    assert play["playDate"] == "2026-03-05 12:07:00"
    assert play["game"] == {
        "name": "Fjords",
        "sourceGameId": "longhouse-fjords",
        "highestWins": True,
        "noPoints": False,
    }
    assert play["board"] == "base, water"
    told = [(p["name"], p["score"], p["rank"], p["winner"], p["startPlayer"]) for p in play["players"]]
    assert told == [("Аня", "2", 1, True, False), ("Bo", "1", 2, False, True)]
    link = urlsplit(play_link(stored))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert json.loads(parse_qs(link.query)["data"][0]) == play
    again = play_of(played(library, "red"))
    ids = [{p["name"]: p["sourcePlayerId"] for p in each["players"]} for each in (play, again)]
    assert ids[0] == ids[1]
    assert len(set(ids[0].values())) == 2


def test_a_game_that_goes_on_is_not_offered_to_bg_stats(library):
    assert play_of(played(library, "white", ended=False)) is None
    assert play_link(played(library, "white", ended=False)) is None


def test_the_page_of_a_game_has_a_preview_and_the_way_to_bg_stats(tmp_path, truth):
    app = create_app(Config(data=str(tmp_path)), truth)
    library, client = app.extensions["longhouse-games"].library, app.test_client()
    over, going = (played(library, "white", "red", "white", ended=ended).id for ended in (True, False))
    page = client.get(f"/games/{over}/").text
    assert '<meta property="og:title" content="Аня wins 2 : 1">' in page
    assert f'<meta property="og:image" content="http://localhost/games/{over}/files/result.png">' in page
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page
    assert client.get(f"/games/{over}/files/bgstats.json").get_json()["players"][0]["name"] == "Аня"
    assert "bgstats" not in client.get(f"/games/{going}/").text
    assert client.get(f"/games/{going}/files/bgstats.json").status_code == 404
    library.close()
