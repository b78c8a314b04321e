"""What a form is refused for is said on the page of the form, where it can be put right at once."""

import re
from io import BytesIO

import pytest

BROWSER = {"Accept": "text/html,*/*;q=0.8"}


def posted(client, page, address, **fields):
    """Send the form of a page as a browser does; gives the answer."""
    token = re.search('name="csrf_token" value="([^"]+)"', client.get(page).text).group(1)
    headers = {**BROWSER, "Referer": f"http://localhost{page}"}
    return client.post(address, data={"csrf_token": token, **fields}, headers=headers)


def begin_game(client, game):
    return posted(client, f"/{game}/", f"/{game}/new", **{"name-0": "Ann", "name-1": "Bo"}).headers["Location"]


def letter_upload():
    return BytesIO(b"Dear Ann, no picture and no game."), "letter.jpg"


@pytest.mark.parametrize("game", ["hokkaido", "vikings"])
def test_a_photo_that_is_refused_leaves_the_players_board_open(client, game):
    page = begin_game(client, game)
    answer = posted(client, page, f"{page}photo", photo=letter_upload())
    assert (answer.status_code, answer.headers["Location"]) == (303, page)
    shown = client.get(page).text
    assert shown.count('role="alert">This') == 1
    assert 'id="board-photo"' in shown
    assert 'role="alert">This' not in client.get(page).text


@pytest.mark.parametrize(
    ("page", "address", "field", "to_choose"),
    [
        ("/teach/camera/", "/teach/camera/photos", "photo", 'name="photo"'),
        ("/games/", "/games/import", "game", 'id="game-file"'),
        ("/vikings/", "/vikings/import", "document", 'id="document"'),
    ],
)
def test_a_file_that_is_refused_leads_back_to_where_another_can_be_chosen(client, page, address, field, to_choose):
    answer = posted(client, page, address, **{field: letter_upload()})
    shown = client.get(page).text if answer.status_code == 303 else answer.text
    assert 'role="alert"' in shown
    assert to_choose in shown


def test_a_page_that_can_only_be_posted_to_leads_back_to_its_folder(client):
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/teach/camera/").text).group(1)
    headers = {**BROWSER, "Referer": "http://localhost/teach/camera/photos"}
    answer = client.post("/teach/camera/photos", data={"csrf_token": token}, headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/teach/camera/")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_page_before_that_is_no_address_is_none(client, scheme):
    headers = {**BROWSER, "Referer": "http://["}
    assert client.get("/nothing", headers=headers).status_code == 404
    assert client.post("/nothing", headers=headers).status_code == 404
    origin = f"{scheme}://localhost"
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/games/new", base_url=origin).text).group(1)
    answer = client.post("/games/new", data={"csrf_token": token}, headers=headers, base_url=origin)
    assert answer.status_code < 500


def test_programs_are_refused_with_the_reason_and_its_status(client):
    headers = {"Accept": "application/json", "Referer": "http://localhost/"}
    answer = client.post("/tally", data={"photo": letter_upload()}, headers=headers)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (415, "not-an-image")


def test_a_page_that_is_not_there_says_so_below_a_heading(client):
    answer = client.get("/nothing", headers=BROWSER)
    assert answer.status_code == 404
    assert answer.text.count("<h1") == 1


def test_pages_and_style_sheets_are_sent_compressed_to_browsers_that_take_it(client):
    for address, coding in (("/", "gzip"), ("/static/longhouse.css", "br")):
        plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert len(packed.data) < len(plain.data) / 2


@pytest.mark.parametrize("place", ["/games/7/", "/games/7/set-up", "/games/7/build/", "/hokkaido/7/"])
def test_the_page_of_a_deleted_game_says_so_and_leads_to_all_games(client, place):
    answer = client.get(place, headers=BROWSER)
    assert answer.status_code == 404
    assert "This game is not here" in answer.text
    assert '<a class="button" href="/games/">All games</a>' in answer.text


def test_the_page_of_a_removed_tournament_says_so_and_leads_to_the_others(client):
    answer = client.get("/evenings/7/", headers=BROWSER)
    assert "This tournament is not here" in answer.text
    assert '<a class="button" href="/evenings/">Tournaments</a>' in answer.text


def test_a_tap_on_the_board_of_a_game_that_was_deleted_meanwhile_is_told_why_instead_of_clearing_the_page(client):
    tap = {**BROWSER, "HX-Request": "true", "Referer": "http://localhost/games/7/build/"}
    answer = client.get("/games/7/build/?cell=0,0", headers=tap)
    assert answer.text.count("This game is not here") == 1
    assert 'href="/games/"' in answer.text
    # The page takes only the element `#builder` of other answers.
    assert answer.headers["HX-Reselect"] == "unset"
