"""Who may do what: by code, by role, by where a visitor comes from; over real TLS and real sockets."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from companion.live.cameras.sources import GIVEN, PHONE
from companion.web import Config, create_app
from companion.web.access.ended_sessions import EndedSessions
from companion.web.access.rate_limits import FROM_ALL, FROM_ONE, CodeChecker, TooManyTries
from companion.web.access.roles import FOR_ALL, codes_of, may
from companion.web.access.sessions import WITHOUT_TOKEN
from companion.web.access_codes import CAMERA, HOST, ROLES, VIEWER, Codes, shown
from companion.web.lan import addresses as lan_addresses
from tests.support.games.recorded_games import played_game
from tests.support.readers.truth_reader import GAME
from tests.support.servers.home_network import LOCAL_NETWORK, NAME, ends_by_itself, serve_home_network

WRONG = "22222222"


@pytest.fixture(scope="module")
def home(truth, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
        with serve_home_network(
            Config(camera=str(GAME), pace=0.4, viewers=6), truth, tmp_path_factory.mktemp("data")
        ) as home:
            yield home


@pytest.fixture
def lan_app(truth, monkeypatch):
    """An app that others may join, without a server."""
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    return create_app(Config(camera="phone", lan=True), truth)


def from_(address):
    """How a request of another computer arrives."""
    return {"environ_base": {"REMOTE_ADDR": address}, "base_url": f"http://{NAME}"}


# --- Joining


def test_a_stranger_is_sent_to_the_page_that_asks_for_the_code(home):
    stranger = home.visitor()
    for path in ("/", "/games/", "/camera/", "/games/new"):
        answer = stranger.get(path, Accept="text/html")
        assert answer.status == 303
        assert answer.headers["Location"] == "/join/"
    for path in ("/board.json", "/camera.jpg", "/events", "/table"):
        answer = stranger.get(path)
        assert answer.status == 401
        assert json.loads(answer.data)["error"]["code"] == "not-allowed"
    assert stranger.get("/healthz").status == 200


def test_without_a_network_the_page_for_codes_names_no_secure_address_and_takes_the_hosts_code(truth):
    app = create_app(Config(), truth)
    client, code = app.test_client(), codes_of(app).now().host
    page = client.get("/join/", base_url="http://127.0.0.1:8000").text
    assert "https://" not in page
    assert "longhouse serve --lan" in page
    token = re.search('name="csrf_token" value="([^"]+)"', page)[1]
    answer = client.post("/join/", base_url="http://127.0.0.1:8000", data={"csrf_token": token, "code": code})
    assert (answer.status_code, answer.headers.get("Location")) == (303, "/")


@pytest.mark.parametrize("typed", [str, str.lower, shown, lambda code: f" {code[:4]} {code[4:]} "])
def test_a_code_lets_in_however_it_is_typed(home, typed):
    viewer = home.visitor()
    answer = viewer.join(typed(home.codes.viewer))
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    page = viewer.get("/").text
    assert 'data-role="viewer"' in page
    assert "nothing is recorded" in page
    assert "Set up the game" not in page


def test_the_address_in_the_qr_code_asks_and_then_joins(home):
    phone = home.visitor()
    page = phone.get(f"/join/{home.codes.camera}")
    assert f'value="{home.codes.camera}"' in page.text
    assert phone.get("/board.json").status == 401
    assert phone.join(home.codes.camera).headers["Location"] == "/camera/"


@pytest.mark.parametrize("code", [WRONG, "", "x" * 500, "ΩΩΩΩΩΩΩΩ"])
def test_a_wrong_code_lets_nobody_in(lan_app, code):
    stranger = lan_app.test_client()
    page = stranger.get("/join/", **from_("192.168.77.9")).text
    token = re.search('name="csrf_token" value="([^"]+)"', page).group(1)
    answer = stranger.post("/join/", data={"csrf_token": token, "code": code}, **from_("192.168.77.9"))
    assert answer.status_code == 403
    assert "This code is wrong" in answer.text
    assert stranger.get("/board.json", **from_("192.168.77.9")).status_code == 401


def tries(app, address, code):
    client = app.test_client()
    page = client.get("/join/", **from_(address)).text
    token = re.search('name="csrf_token" value="([^"]+)"', page).group(1)
    return client.post("/join/", data={"csrf_token": token, "code": code}, **from_(address))


def test_after_too_many_wrong_codes_from_an_address_even_the_right_one_is_refused_from_it(lan_app):
    codes = codes_of(lan_app).now()
    said = [tries(lan_app, "192.168.77.9", WRONG).status_code for _ in range(FROM_ONE.amount)]
    assert set(said) == {403}
    refused = tries(lan_app, "192.168.77.9", codes.viewer)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= FROM_ONE.get_expiry()
    assert tries(lan_app, "192.168.77.10", codes.viewer).status_code == 303


def test_guessers_with_many_addresses_lock_nobody_out_who_types_the_right_code():
    keeper, codes = CodeChecker(), Codes(None).now()
    for number in range(FROM_ALL.amount + 40):
        assert keeper.role_of(WRONG, codes, f"10.0.{number // 200}.{number % 200}") is None
    assert keeper.role_of(codes.viewer, codes, "10.0.9.1") == VIEWER
    assert keeper.role_of(codes.viewer, codes, "10.0.9.1") == VIEWER


def test_while_somebody_guesses_from_many_addresses_each_has_one_try():
    keeper, codes = CodeChecker(), Codes(None).now()
    for number in range(FROM_ALL.amount):
        assert keeper.role_of(WRONG, codes, f"10.0.{number // 200}.{number % 200}") is None
    assert keeper.role_of(WRONG, codes, "10.0.9.1") is None
    for address in ("10.0.9.1", "10.0.0.1"):
        with pytest.raises(TooManyTries):
            keeper.role_of(codes.viewer, codes, address)


def test_a_home_has_no_more_tries_because_ipv6_gives_it_many_addresses():
    keeper, codes = CodeChecker(), Codes(None).now()
    for number in range(FROM_ONE.amount):
        assert keeper.role_of(WRONG, codes, f"2001:db8:0:1::{number:x}") is None
    with pytest.raises(TooManyTries):
        keeper.role_of(codes.viewer, codes, "2001:db8:0:1:ffff::1")
    assert keeper.role_of(codes.viewer, codes, "2001:db8:0:2::1") == VIEWER
    for _ in range(FROM_ONE.amount):
        keeper.role_of(WRONG, codes, "::ffff:10.0.0.1")
    with pytest.raises(TooManyTries):
        keeper.role_of(codes.viewer, codes, "10.0.0.1")


def test_the_host_at_the_computer_is_never_locked_out(home):
    host = home.host()
    assert {host.join(WRONG).status for _ in range(2 * FROM_ONE.amount)} == {403}
    assert host.join(home.codes.viewer).status == 303
    assert 'data-role="host"' in host.get("/").text


def test_right_codes_are_not_counted():
    keeper, codes = CodeChecker(), Codes(None).now()
    for _ in range(FROM_ALL.amount + 5):
        assert keeper.role_of(codes.camera, codes, "10.0.0.1") == CAMERA


# --- Codes


def test_each_role_has_a_code_of_its_own_that_is_kept_where_only_its_owner_reads(tmp_path):
    first = Codes(tmp_path)
    codes = first.now()
    assert len({codes.host, codes.camera, codes.viewer}) == 3
    assert [codes.role_of(getattr(codes, role)) for role in ROLES] == list(ROLES)
    assert Codes(tmp_path).now() == codes
    kept = tmp_path / "codes.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    kept.chmod(0o644)
    assert Codes(tmp_path).now() == codes
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '{"epoch": "", "host": "", "camera": "", "viewer": ""}', "null"])
def test_a_damaged_file_of_codes_lets_nobody_in_by_what_is_in_it(tmp_path, text):
    (tmp_path / "codes.json").write_text(text, encoding="utf-8")
    codes = Codes(tmp_path).now()
    assert codes.role_of("") is None
    assert all(len(getattr(codes, role)) == 8 for role in ROLES)


def test_the_host_changes_the_codes_and_whoever_joined_by_the_old_is_out(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(camera="phone", viewers=4, heartbeat=600), truth, tmp_path) as home:
        old = home.codes
        viewer, phone, second, host = home.visitor(), home.visitor(), home.visitor(), home.host()
        viewer.join(old.viewer)
        phone.join(old.camera)
        second.join(old.host)
        follower = home.visitor()
        follower.join(old.viewer)
        stream = follower.stream("/events")
        assert any(line.startswith(b"event:") for line in stream)
        assert old.camera in host.get("/").text
        assert viewer.post("/join/codes").status == 403
        assert second.post("/join/codes").status == 303
        new = home.codes
        assert not {new.host, new.camera, new.viewer} & {old.host, old.camera, old.viewer}
        assert viewer.get("/board.json").status == 401
        assert phone.send_frame(b"", phone.token()).status == 401
        # Whoever follows hears no more.
        assert ends_by_itself(stream)
        assert viewer.join(old.viewer).status == 403
        assert viewer.join(new.viewer).status == 303
        # The host who changed them goes on being one.
        assert new.host in second.get("/").text.replace("-", "")


# --- Roles


def looked_at(app):
    """All that the app answers: endpoint, method, path."""
    for rule in app.url_map.iter_rules():
        path = re.sub("<[^>]*>", "1", rule.rule)
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            yield rule.endpoint, method, path


def joined(app, code):
    """Join from another computer, and return what asks for pages there."""
    client = app.test_client()
    page = client.get("/join/", **from_("192.168.77.9")).text
    token = re.search('name="csrf_token" value="([^"]+)"', page).group(1)
    assert client.post("/join/", data={"csrf_token": token, "code": code}, **from_("192.168.77.9")).status_code == 303
    return lambda method, path, **more: client.open(path, method=method, **from_("192.168.77.9"), **more)


def test_viewers_change_nothing_and_cameras_see_nothing(lan_app):
    codes = codes_of(lan_app).now()
    viewer, phone = joined(lan_app, codes.viewer), joined(lan_app, codes.camera)
    everything = list(looked_at(lan_app))
    assert len(everything) > 30
    for endpoint, method, path in everything:
        if endpoint in FOR_ALL or endpoint.endswith("static"):
            continue
        if method != "GET":
            assert viewer(method, path).status_code == 403, path
        if not endpoint.startswith("phone."):
            assert phone(method, path).status_code == 403, path
    assert viewer("GET", "/games/").status_code == viewer("GET", "/table").status_code == 200
    assert viewer("GET", "/games/new").status_code == viewer("GET", "/camera/").status_code == 403
    assert phone("GET", "/camera/").status_code == 200
    assert phone("GET", "/", headers={"Accept": "text/html"}).headers["Location"] == "/camera/"


def test_endpoints_not_listed_for_a_role_are_refused():
    assert may(HOST, "some.endpoint", "POST")
    assert may(VIEWER, "some.endpoint", "GET")
    assert not may(VIEWER, "some.endpoint", "DELETE")
    assert not may(CAMERA, "some.endpoint", "GET")
    assert not may(None, "some.endpoint", "GET")


def test_every_change_needs_the_token_of_a_form(lan_app):
    client = lan_app.test_client()
    for endpoint, method, path in looked_at(lan_app):
        if method != "GET" and endpoint not in WITHOUT_TOKEN:
            answer = client.open(path, method=method, data={"a": "b"}, headers={"Host": "localhost"})
            assert answer.status_code == 400, path
            assert "not sent from a Longhouse page" in answer.get_json()["error"]["message"]


def test_a_viewers_page_shows_no_codes(home):
    viewer = home.visitor()
    viewer.join(home.codes.viewer)
    page = viewer.get("/").text
    for code in (home.codes.host, home.codes.camera):
        assert code not in page
        assert shown(code) not in page
    assert home.codes.camera in home.host().get("/").text


def test_only_the_two_cameras_that_are_offered_can_be_chosen(home, tmp_path):
    host, viewer = home.host(), home.visitor()
    viewer.join(home.codes.viewer)
    (tmp_path / "a.jpg").write_bytes((GAME / "game_00.jpg").read_bytes())
    for source in (str(tmp_path), "0", "http://192.168.77.1/stream", "", "file:///etc/passwd"):
        assert host.post("/join/camera", source=source).status == 422
    assert viewer.post("/join/camera", source=PHONE).status == 403
    assert home.services.cameras.chosen == GIVEN
    assert host.post("/join/camera", source=PHONE).status == 303
    assert home.services.cameras.chosen == PHONE
    assert host.post("/join/camera", source=GIVEN).status == 303


def test_a_viewer_of_a_finished_game_sees_its_result_and_nothing_that_only_the_host_can_do(home):
    game = home.app.extensions["longhouse-games"].library.import_game(*played_game())
    viewer = home.visitor()
    viewer.join(home.codes.viewer)
    page, hosts = viewer.get(f"/games/{game}/").text, home.host().get(f"/games/{game}/").text
    assert 'class="result-card"' in page and "Points over time" in page
    for only in ("Where it was decided", f"/games/{game}/set-up", f"/games/{game}/build/", "do/undo"):
        assert only in hosts
        assert only not in page


def test_no_answer_but_the_files_of_the_program_is_kept_by_a_browser(lan_app):
    client = lan_app.test_client()
    paths = {path for endpoint, method, path in looked_at(lan_app) if method == "GET" and path != "/events"}
    assert len(paths) > 30
    for path in (*paths, "/join/ABCDEFGH", "/no-such-page"):
        answer = client.get(path, headers={"Host": "localhost"})
        assert answer.cache_control.no_store or "/static/" in path, path
    style = client.get("/static/longhouse.css", headers={"Host": "localhost"})
    assert style.headers["Cache-Control"] == "no-cache"
    again = client.get("/static/longhouse.css", headers={"Host": "localhost", "If-None-Match": style.headers["ETag"]})
    assert again.status_code == 304


# --- Where visitors come from


@pytest.mark.parametrize(
    "name", ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example", "[::1", "10.0.0.1"]
)
@pytest.mark.parametrize("lan", [False, True])
def test_a_name_that_is_not_ours_is_refused_everywhere(truth, monkeypatch, name, lan):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    client = create_app(Config(lan=lan), truth).test_client()
    for path in ("/", "/healthz", "/board.json", "/static/longhouse.css", "/join/", "/nothing"):
        assert client.get(path, headers={"Host": name}).status_code == 400
    assert client.post("/tally", headers={"Host": name}).status_code == 400


@pytest.mark.parametrize("name", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_this_computer_is_the_host_under_its_own_names(lan_app, name):
    page = lan_app.test_client().get("/", headers={"Host": name})
    assert page.status_code == 200
    assert 'data-role="host"' in page.text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_what_a_proxy_passes_on_is_not_from_this_computer(lan_app, header):
    assert lan_app.test_client().get("/board.json", headers={header: "8.8.8.8"}).status_code == 401


@pytest.mark.parametrize(("address", "status"), [("192.168.77.9", 200), ("8.8.8.8", 403), ("2001:4860::8", 403)])
def test_only_the_home_network_is_answered(lan_app, address, status):
    assert lan_app.test_client().get("/join/", **from_(address)).status_code == status


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://["])
def test_another_page_cannot_post_through_a_visitors_browser(lan_app, origin):
    client = lan_app.test_client()
    for path in ("/tally", "/join/", "/games/new", "/camera/frame"):
        assert client.post(path, headers={"Origin": origin, "Host": "127.0.0.1:8000"}).status_code == 403


def test_the_hosts_code_is_not_taken_in_clear_text(home):
    plain = home.visitor(secure=False)
    answer = plain.join(home.codes.host)
    assert answer.status == 403
    assert f"https://{NAME}" in answer.text
    assert plain.join(home.codes.viewer).status == 303
    assert home.visitor().join(home.codes.host).status == 303


def test_a_session_of_tls_is_never_sent_in_clear_text(home):
    secure, plain = home.visitor(), home.visitor(secure=False)
    secure.join(home.codes.viewer)
    plain.join(home.codes.viewer)
    assert set(secure.cookies) == {"__Host-longhouse"}
    assert set(plain.cookies) == {"longhouse"}
    answer = home.visitor().get("/join/")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]


def test_a_session_that_was_tampered_with_is_a_strangers(home):
    viewer = home.visitor()
    viewer.join(home.codes.viewer)
    name, value = next(iter(viewer.cookies.items()))
    viewer.cookies[name] = value[:-4] + ("AAAA" if not value.endswith("AAAA") else "BBBB")
    assert viewer.get("/board.json").status == 401


def test_who_has_left_cannot_come_back_by_a_copy_of_the_cookie(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=2, heartbeat=600), truth, tmp_path) as home:
        viewer, copy, other = home.visitor(), home.visitor(), home.visitor()
        viewer.join(home.codes.viewer)
        other.join(home.codes.viewer)
        copy.cookies = dict(viewer.cookies)
        assert copy.get("/games/").status == 200
        stream = copy.stream("/events")
        assert any(line.startswith(b"event:") for line in stream)
        assert viewer.post("/join/leave").status == 303
        assert ends_by_itself(stream)
        assert viewer.get("/games/").status == copy.get("/games/").status == 401
        assert other.get("/games/").status == 200
    with serve_home_network(Config(viewers=2), truth, tmp_path) as home:
        again = home.visitor()
        again.cookies = dict(copy.cookies)
        assert again.get("/games/").status == 401
        again.join(home.codes.viewer)
        assert again.get("/games/").status == 200
    assert stat.S_IMODE((tmp_path / "ended.json").stat().st_mode) == 0o600


def test_new_codes_end_the_streams_of_all_others_at_once(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=4, heartbeat=600), truth, tmp_path) as home:
        follower, host = home.visitor(), home.visitor()
        follower.join(home.codes.viewer)
        host.join(home.codes.host)
        stream = follower.stream("/events")
        assert any(line.startswith(b"event:") for line in stream)
        assert host.post("/join/codes").status == 303
        assert ends_by_itself(stream)


def test_who_joins_anew_leaves_no_older_session_behind(home):
    device, copy = home.visitor(), home.visitor()
    device.join(home.codes.host)
    copy.cookies = dict(device.cookies)
    device.join(home.codes.viewer)
    assert device.get("/games/").status == 200
    assert copy.get("/games/").status == 401


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a": "b"}', '{"a": null}'])
def test_a_damaged_file_of_ended_sessions_is_begun_anew(tmp_path, text):
    (tmp_path / "ended.json").write_text(text, encoding="utf-8")
    ended = EndedSessions(tmp_path)
    ended.add("0123")
    assert "0123" in EndedSessions(tmp_path)
    assert "a" not in EndedSessions(tmp_path)


def test_ended_sessions_are_forgotten_when_their_cookies_have_run_out(tmp_path):
    (tmp_path / "ended.json").write_text('{"old": 1000.0}', encoding="utf-8")
    EndedSessions(tmp_path).add("new")
    assert "old" not in (tmp_path / "ended.json").read_text(encoding="utf-8")


def test_joined_devices_stay_joined_when_the_server_starts_anew(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=2), truth, tmp_path) as home:
        viewer = home.visitor()
        viewer.join(home.codes.viewer)
    with serve_home_network(Config(viewers=2), truth, tmp_path) as home:
        again = home.visitor()
        again.cookies = viewer.cookies
        assert again.get("/games/").status == 200
    assert stat.S_IMODE((Path(tmp_path) / "session.key").stat().st_mode) == 0o600


def test_without_lan_nobody_is_invited(client):
    page = client.get("/").text
    assert "/join/" not in page
    assert 'class="qr"' not in page
