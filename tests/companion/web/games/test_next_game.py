"""The next game: its players are those of the last one, and three games of Classic are one match."""

import re

import pytest

from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND
from tests.support.games.new_games import token_in
from tests.support.games.recorded_games import ANN_AND_BO, laid, placed

ANN, BO = Seat("Ann", ("black",)), Seat("Bo", ("white",))
BROWSER = {"Accept": "text/html"}


def played(library, *colours, variant="classic", ended=True):
    """Begin a game in which somebody has a viking for each of the colours; gives its number."""
    game = library.begin(HAND, SetUp(players=(ANN, BO), variant=variant))
    for place, colour in enumerate(colours):
        library.add(game, HAND, laid(place, 0))
        library.add(game, HAND, placed(colour, place, 0))
    if ended:
        library.add(game, HAND, Ended())
    return game


def chosen(page, field):
    return re.search(f'name="{field}".*?<option value="([^"]*)" selected', page, re.DOTALL).group(1)


def test_the_form_of_the_next_game_knows_the_last_players_and_their_colours(client_and_library):
    client, library = client_and_library
    played(library, "black")
    page = client.get("/games/new").text
    assert [re.search(f'name="name-{n}"[^>]*value="([^"]*)"', page).group(1) for n in range(3)] == ["Ann", "Bo", ""]
    assert [chosen(page, f"colour-{n}") for n in range(2)] == ["black", "white"]


def test_who_begins_is_chosen_by_name_and_nobody_is_called_player_1(client_and_library):
    client, library = client_and_library
    played(library, "black")
    page = client.get("/games/new").text
    assert re.findall('data-seat="[0-9]"[^>]*>([^<]*)<', page)[:2] == ["Ann", "Bo"]
    assert not re.search(">Player [0-9]", page)


def test_players_stand_in_the_order_in_which_they_were_entered(client_and_library):
    client, library = client_and_library
    page = client.get(f"/games/{played(library, 'white', 'black', ended=False)}/").text
    assert re.findall('data-player="([A-Za-z]+)"', page) == ["Ann", "Bo"]


def test_somebody_leads_until_the_game_is_over_and_then_has_won(client_and_library):
    client, library = client_and_library
    game = played(library, "black", ended=False)
    library.add(game, HAND, laid(1, 0))  # where somebody may still settle
    assert leader_labels(client, game) == {"leads"}
    library.add(game, HAND, Ended())
    assert leader_labels(client, game) == {"wins"}


def leader_labels(client, game):
    return set(re.findall('class="leader">([a-z]+)<', client.get(f"/games/{game}/").text))


def test_the_form_is_left_by_cancelling(client_and_library):
    client, _ = client_and_library
    assert ">Cancel</a>" in client.get("/games/new").text
    assert ">Отмена</a>" in client.get("/games/new", headers={"Accept-Language": "ru"}).text


def test_a_game_is_replayed_in_russian_and_not_lost(client_and_library):
    client, library = client_and_library
    page = client.get(f"/games/{played(library, 'black')}/", headers={"Accept-Language": "ru"}).text
    assert ">Повтор</button>" in page
    assert "Проиграть" not in page


def test_undoing_says_what_it_takes_back_and_redoing_what_comes_again(client_and_library):
    client, library = client_and_library
    game = played(library, "black", ended=False)
    page = client.get(f"/games/{game}/").text
    assert "Undo: Ann places a viking<" in page
    token = re.search('name="csrf_token" value="([^"]+)"', page).group(1)
    client.post(f"/games/{game}/do/undo", data={"csrf_token": token})
    page = client.get(f"/games/{game}/").text
    assert "Undo: A tile is laid<" in page
    assert "Redo: Ann places a viking<" in page


@pytest.mark.parametrize(("lang", "laid_words", "corrected"), [
    ("en", "A tile is laid", "A tile is corrected"), ("ru", "Выложен гекс", "Гекс исправлен")])  # fmt: skip
def test_a_tile_that_is_laid_over_one_by_hand_is_said_to_be_corrected(client_and_library, lang, laid_words, corrected):
    client, library = client_and_library
    game, says = library.begin(HAND, ANN_AND_BO), {"Accept-Language": lang}
    address = f"/games/{game}/"

    def shown():
        library.add(game, HAND, laid(0, 0))
        return client.get(address, headers=says).text

    assert f": {laid_words}<" in shown()
    page = shown()
    assert f": {corrected}<" in page
    assert f"{corrected}." in client.get(f"{address}moment", headers=says).text
    client.post(f"{address}do/undo", data={"csrf_token": token_in(page)})
    page = client.get(address, headers=says).text
    assert f": {laid_words}<" in page
    assert f": {corrected}<" in page  # to be redone


def test_the_points_of_three_games_of_classic_are_added_up(client_and_library):
    client, library = client_and_library
    first, second = played(library, "black", "black"), played(library, "white", "white", "white")
    assert f"/games/{first}/match" in client.get(f"/games/{first}/").text
    page = client.get(f"/games/{second}/match").text
    assert "1 more game of these players belongs to it." in page
    assert rows(page) == {"Ann": ["2", "0", "2"], "Bo": ["0", "3", "3"]}
    assert leader(page) == ("Bo", "leads")
    third, fourth = played(library, "black", "black"), played(library, "black")
    page = client.get(f"/games/{third}/match").text
    assert rows(page) == {"Ann": ["2", "0", "2", "4"], "Bo": ["0", "3", "0", "3"]}
    assert leader(page) == ("Ann", "wins")
    assert rows(client.get(f"/games/{fourth}/match").text) == {"Ann": ["1", "1"], "Bo": ["0", "0"]}


def test_games_of_other_variants_are_no_match(client_and_library):
    client, library = client_and_library
    game = played(library, "black", variant="base")
    assert "/match" not in client.get(f"/games/{game}/").text
    assert client.get(f"/games/{game}/match", headers=BROWSER).status_code == 404


def rows(page):
    """The points of each player: of each game, and the sum."""
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    lines = re.findall('<th scope="row">([A-Za-z]+).*?</tr>', body)
    cells = [re.findall("<td>(?:<strong>)?([0-9]+)", line) for line in body.split("</tr>")]
    return dict(zip(lines, cells, strict=False))


def leader(page):
    return re.search('<th scope="row">([A-Za-z]+) <span class="leader">([a-z]+)<', page).groups()
