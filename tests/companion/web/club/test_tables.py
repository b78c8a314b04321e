"""A club's tables: listed with their scores, each at its own address, with codes of its own."""

import re
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError

from companion.live.cameras.cameras import CameraProblem
from companion.live.cameras.sources import PHONE
from companion.record.evenings.store import Evenings
from companion.record.events.log import HAND
from companion.record.storage.table_register import TableRegister
from companion.web import Config, create_app
from companion.web.base.store import store_of
from companion.web.club.club import club_of
from companion.web.games.picture_pages import album_of
from companion.web.lan import addresses as lan_addresses
from tests.support.games.recorded_games import ANN_AND_BO, laid, placed
from tests.support.servers.home_network import LOCAL_NETWORK, serve_home_network


@pytest.fixture
def app(truth):
    made = create_app(Config(club=True), truth)
    yield made
    club_of(made).close()


@pytest.fixture
def register(app) -> TableRegister:
    return store_of(app).register


def token(client, address="/"):
    return re.search('name="csrf_token" value="([^"]+)"', client.get(address).text)[1]


def send(client, address, **fields):
    return client.post(address, data={"csrf_token": token(client), **fields})


def test_a_table_is_added_changed_and_removed_on_the_page(app, register):
    client = app.test_client()
    assert "No tables yet" in client.get("/").text
    assert send(client, "/club/tables", name="Oak", rulebook="fjords", players="Ann, Bo ,").status_code == 303
    assert [(t.name, t.players) for t in register.tables()] == [("Oak", ("Ann", "Bo"))]
    assert send(client, "/club/tables/1", name="Old oak", rulebook="hokkaido", players="").status_code == 303
    assert [(t.name, t.rulebook) for t in register.tables()] == [("Old oak", "hokkaido")]
    assert "Old oak" in client.get("/club/rows").text
    assert send(client, "/club/tables/1/remove").status_code == 303
    assert register.tables() == []
    assert client.get("/tables/1/").status_code == 404


def test_a_table_whose_camera_has_a_malformed_address_is_shown_with_it(app, register):
    register.add("Oak", camera="rtsp://[fe80")
    assert "rtsp://[fe80" in app.test_client().get("/tables/1/cameras/").text


def test_the_list_says_what_each_camera_needs_and_of_a_phone_whether_any_has_joined(app, register):
    number, client = register.add("Oak", camera=PHONE), app.test_client()
    table = club_of(app).context(number).services.table
    club_of(app).link(number).stop()
    table.publish(camera="failed", trouble=CameraProblem("The cable hangs out."))
    rows = client.get("/club/rows").text
    assert "No phone has joined as the camera yet; the table&#39;s page shows how one does." in rows
    assert "check it" not in rows
    assert send(client, f"/tables/{number}/camera/claim").status_code == 200
    assert "The cable hangs out." in client.get("/club/rows").text
    table.publish(camera="stalled", trouble=None)
    assert "The camera sends no pictures; check it." in client.get("/club/rows").text


@pytest.mark.parametrize("fields", [{"name": " "}, {"name": "Oak", "rulebook": "chess"}])
def test_a_table_without_a_name_or_of_an_unknown_game_is_refused_in_a_sentence(app, register, fields):
    answer = app.test_client()
    made = answer.post(
        "/club/tables", data={"csrf_token": token(answer), **fields}, headers={"Accept": "application/json"}
    )
    assert made.status_code == 422
    assert made.json["error"]["message"].endswith(".")
    assert register.tables() == []


def test_the_list_shows_the_score_of_each_game_whether_it_goes_on_or_is_over(app, register):
    library, client = store_of(app).library, app.test_client()
    for name, done in (("Oak", []), ("Elm", ["end"])):
        game = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("white", 0, 0))
        register.begin_game(register.add(name), game)
        for what in done:
            send(client, f"/games/{game}/do/{what}")
    page = client.get("/").text
    assert re.findall('data-state="([a-z]+)"', page) == ["playing", "over"]
    assert page.count('data-player="Ann" data-total="1"') == 2
    assert page.count(">leads<") == page.count(">wins<") == 1


def test_the_list_says_who_has_won_once_nobody_can_settle_any_more(app, register):
    library, client = store_of(app).library, app.test_client()
    register.begin_game(register.add("Oak"), library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("white", 0, 0)))
    page = client.get("/").text
    assert re.findall('data-state="([a-z]+)"', page) == ["playing"]
    assert (page.count(">wins<"), page.count(">leads<")) == (1, 0)


def test_a_game_that_is_begun_at_a_table_is_that_tables_game(app, register):
    register.add("Oak")
    client = app.test_client()
    begun = send(client, "/tables/1/games/new", **{"colour-0": "white", "name-0": "Ann", "colour-1": "red"})
    assert begun.headers["Location"].startswith("/tables/1/games/1/build/")
    assert register.table(1).game == 1
    assert client.get("/tables/1/games/1/").status_code == 200


@pytest.mark.parametrize("rulebook", ["hokkaido", "vikings", "nusfjord"])
def test_a_table_of_another_game_leads_to_that_games_pages(app, register, rulebook):
    register.add("Elm", rulebook=rulebook)
    client = app.test_client()
    assert client.get("/tables/1/").headers["Location"] == f"/tables/1/{rulebook}/"
    send(client, f"/tables/1/{rulebook}/new", **{"name-0": "Ann", "name-1": "Bo", "player-0": "Ann", "player-1": "Bo"})
    assert register.table(1).game == 1
    assert client.get("/tables/1/").headers["Location"] == f"/tables/1/{rulebook}/1/"
    assert 'data-player="Ann"' in client.get("/").text


def test_all_links_of_a_tables_pages_lead_to_that_table_or_to_the_club(app, register):
    register.add("Oak")
    page = app.test_client().get("/tables/1/").text
    links = set(re.findall(r'(?:href|src|action|hx-get|hx-post|sse-connect|data-[a-z]+)="(/[^"]*)"', page))
    assert {link for link in links if not link.startswith("/tables/1/")} == {"/"}


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
@pytest.mark.parametrize(
    ("fault", "status", "sentence"),
    [
        (OperationalError("SELECT", {}, Exception("disk I/O error")), 503, "The games database does not respond"),
        (RuntimeError("a fault of the program"), 500, "This request cannot be answered"),
    ],
)
def test_a_table_that_cannot_be_looked_up_is_answered_with_a_sentence(
    app, register, monkeypatch, fault, status, sentence, kind
):
    def fail(_register, _number):
        raise fault

    number = register.add("Oak")
    monkeypatch.setattr(TableRegister, "table", fail)
    answer = app.test_client().get(f"/tables/{number}/", headers={"Accept": kind})
    assert (answer.status_code, answer.mimetype) == (status, kind)
    assert sentence in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_one_table_is_where_it_always_was(truth):
    client = create_app(Config(), truth).test_client()
    assert "Tables" not in client.get("/").text
    assert client.get("/club/").status_code == client.get("/tables/1/").status_code == 404


@pytest.fixture
def house(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(club=True), truth, tmp_path) as home:
        register = store_of(home.app).register
        register.add("Oak")
        register.add("Elm")
        yield home
        club_of(home.app).close()


def codes_of_table(home, number):
    return club_of(home.app).context(number).codes.now()


def test_a_tables_code_admits_to_that_table_alone(house):
    viewer = house.visitor()
    assert viewer.post("/tables/1/join/", code=codes_of_table(house, 1).viewer).headers["Location"] == "/tables/1/"
    assert viewer.get("/tables/1/").status == 200
    assert viewer.get("/tables/2/", Accept="application/json").status == 401
    assert viewer.get("/club/rows", Accept="application/json").status == 401
    assert viewer.get("/", Accept="text/html").headers["Location"] == "/tables/1/"


def test_a_tables_code_typed_on_the_clubs_page_leads_to_that_table(house):
    viewer, camera = house.visitor(), house.visitor()
    assert viewer.join(codes_of_table(house, 2).viewer).headers["Location"] == "/tables/2/"
    assert camera.join(codes_of_table(house, 1).camera).headers["Location"] == "/tables/1/camera/"


def test_a_code_of_the_club_admits_to_every_table(house):
    viewer = house.visitor()
    viewer.join(house.codes.viewer)
    assert [viewer.get(address).status for address in ("/", "/tables/1/", "/tables/2/")] == [200, 200, 200]
    assert viewer.post("/club/tables", name="Ash").status == 403


def test_a_phone_with_the_camera_code_of_the_club_is_asked_which_table_it_is_to_watch(house):
    register = store_of(house.app).register
    register.add("Ash", camera=PHONE)
    camera = house.visitor()
    assert camera.join(house.codes.camera).headers["Location"] == "/camera/"
    asked = camera.get("/camera/")
    assert re.findall('class="button" href="([^"]+)">([^<]+)<', asked.text) == [("/tables/3/camera/", "Ash")]
    assert camera.get("/tables/3/camera/").status == 200
    assert "then asks which table" in house.host().get("/").text


def test_a_phone_is_told_where_no_table_of_the_club_waits_for_one(house):
    camera = house.visitor()
    camera.join(house.codes.camera)
    told = camera.get("/camera/")
    assert told.status == 409
    assert "No table waits for a phone" in told.text


def test_a_viewer_of_a_table_without_a_camera_sees_its_game_and_score(house):
    viewer, store = house.visitor(), store_of(house.app)
    viewer.post("/tables/1/join/", code=codes_of_table(house, 1).viewer)
    assert "No camera watches this table." in viewer.get("/tables/1/").text
    game = store.library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("white", 0, 0))
    store.register.begin_game(1, game)
    page = viewer.get("/tables/1/").text
    assert 'data-player="Ann" data-total="1"' in page
    assert f'href="/tables/1/games/{game}/"' in page
    assert "Elm" not in page


def test_the_host_of_a_table_rules_there_and_nowhere_else(house):
    store = store_of(house.app)
    own, other = (store.library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0)) for _ in range(2))
    store.register.begin_game(1, own)
    store.register.begin_game(2, other)
    host = house.visitor()
    host.post("/tables/1/join/", code=codes_of_table(house, 1).host)
    assert host.post(f"/tables/1/games/{own}/do/undo").status == 303
    assert host.post(f"/tables/1/games/{other}/do/undo").status == 403
    assert host.post(f"/tables/1/games/{other}/delete").status == 403
    assert host.post("/tables/1/club/tables", name="Ash", rulebook="fjords").status == 403
    assert host.get("/tables/1/teach/").status == 403
    assert len(store.register.tables()) == 2


def test_the_host_of_a_table_is_shown_no_way_to_teach_and_the_host_of_the_club_is(house):
    host = house.visitor()
    host.post("/tables/1/join/", code=codes_of_table(house, 1).host)
    assert "/teach/" not in host.get("/tables/1/").text
    assert "/teach/" in house.host().get("/tables/1/").text


def test_the_host_of_a_table_neither_deletes_the_pictures_of_all_games_nor_changes_the_clubs_evenings(house):
    album, evenings = album_of(house.app), Evenings(store_of(house.app).engine)
    album.keep("a" * 32, 1, b"jpeg")
    evening = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"])
    host = house.visitor()
    host.post("/tables/1/join/", code=codes_of_table(house, 1).host)
    of_evenings = ("evenings/", f"evenings/{evening}/round", f"evenings/{evening}/remove")
    refused = ("pictures/delete", "pictures/want", *of_evenings)
    assert [host.post(f"/tables/1/{address}").status for address in refused] == [403] * len(refused)
    assert album.entries("a" * 32) == [1]
    assert [kept.id for kept in evenings.all()] == [evening]
    assert host.get(f"/tables/1/evenings/{evening}/").status == 200
    assert house.host().post("/pictures/delete").status == 303


def test_new_codes_of_a_table_end_the_sessions_of_that_table_alone(house):
    at_oak, at_elm, everywhere = house.visitor(), house.visitor(), house.visitor()
    at_oak.post("/tables/1/join/", code=codes_of_table(house, 1).viewer)
    at_elm.post("/tables/2/join/", code=codes_of_table(house, 2).viewer)
    everywhere.join(house.codes.viewer)
    house.host().post("/tables/1/join/codes")
    asked = {"Accept": "application/json"}
    assert at_oak.get("/tables/1/", **asked).status == 401
    assert at_elm.get("/tables/2/", **asked).status == everywhere.get("/tables/1/", **asked).status == 200


def test_codes_of_tables_outlast_a_restart_and_go_with_their_table(truth, tmp_path):
    with serve_home_network(Config(club=True), truth, tmp_path) as home:
        store_of(home.app).register.add("Oak")
        known = codes_of_table(home, 1)
        folder = tmp_path / "tables" / "1"
        assert folder.stat().st_mode & 0o077 == 0
        club_of(home.app).close()
    again = create_app(replace(Config(club=True, lan=True), data=str(tmp_path)), truth)
    assert club_of(again).context(1).codes.now() == known
    club_of(again).remove(1)
    assert not folder.exists()


def test_a_host_sees_a_link_and_a_code_for_each_table(house):
    page = house.host().get("/").text
    for number in (1, 2):
        assert f"/tables/{number}/join/{codes_of_table(house, number).viewer}" in page
    viewer = house.visitor()
    viewer.join(house.codes.viewer)
    assert codes_of_table(house, 1).viewer not in viewer.get("/").text
