"""Seats for those who follow the table, over real sockets from several addresses: nobody takes them all."""

from __future__ import annotations

import pytest

from companion.web import Config
from companion.web.lan import addresses as lan_addresses
from companion.web.limits.seats import Seats
from tests.support.servers.home_network import LOCAL_NETWORK, NAME, ends_by_itself, serve_home_network

FOLLOWERS, EACH, FOR_HOSTS = 20, 3, 2


@pytest.fixture
def home(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=FOLLOWERS, viewers_per_device=EACH, heartbeat=600), truth, tmp_path) as home:
        yield home


def viewer_at(home, address):
    viewer = home.visitor(address=address)
    assert viewer.join(home.codes.viewer).status == 303
    return viewer


@pytest.fixture
def follow(home):
    """Follow the table, and get up again when the test is over."""
    opened = []

    def begin(visitor):
        stream = visitor.stream("/events")
        opened.append(stream)
        return stream

    yield begin
    for stream in opened:
        stream.close()


def follows(stream):
    return stream.status == 200 and any(line.startswith(b"event:") for line in stream)


def test_a_device_with_too_many_pages_loses_its_oldest_and_takes_no_other_devices_seat(home, follow):
    friend, greedy = viewer_at(home, "127.0.0.3"), viewer_at(home, "127.0.0.4")
    friends = follow(friend)
    streams = [follow(greedy) for _ in range(2 * FOLLOWERS)]
    assert {stream.status for stream in streams} == {200}
    # The server's next sign of life is ten minutes away: the others end because they are told to.
    assert all(map(ends_by_itself, streams[:-EACH]))
    assert all(map(follows, [friends, *streams[-EACH:], follow(home.host())]))


def test_viewers_on_many_devices_leave_seats_to_hosts_on_any_device(home, follow):
    viewers = [viewer_at(home, f"127.0.0.{20 + number}") for number in range(FOLLOWERS // EACH + 1)]
    streams = [follow(viewer) for viewer in viewers for _ in range(EACH)]
    taken = [stream for stream in streams if stream.status == 200]
    assert len(taken) == FOLLOWERS - FOR_HOSTS
    assert follow(viewer_at(home, "127.0.0.60")).status == 503
    assert follows(follow(home.host()))
    host = home.visitor(address="127.0.0.61")
    host.join(home.codes.host)
    assert follows(host.stream("/events"))
    assert host.name == NAME


def test_a_viewer_who_has_a_seat_is_not_refused_another_when_all_are_taken():
    woken = []
    seats = Seats(2, per_device=2, for_hosts=0, wake=lambda: woken.append(1))
    first, other = seats.take("a", False), seats.take("b", False)
    assert seats.take("c", False) is None
    again = seats.take("a", False)
    assert first.is_lost
    assert woken
    assert not (again.is_lost or other.is_lost)
    seats.leave(first)  # It has no seat any more to give back.
    assert seats.take("c", False) is None
    seats.leave(again)
    assert seats.take("c", False) is not None


def test_the_hosts_own_computer_may_have_all_seats():
    seats = Seats(5, per_device=2, for_hosts=1, wake=lambda: None)
    taken = [seats.take("this computer", True, unbounded=True) for _ in range(5)]
    assert not any(seat.is_lost for seat in taken)
    assert seats.take("b", False) is None
    assert seats.take("b", True) is None


def test_one_device_too_many_is_refused_and_seats_become_free_when_viewers_leave(
    truth, tmp_path, monkeypatch, wait_for
):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=2, heartbeat=0.1), truth, tmp_path) as home:
        first, second, third = (viewer_at(home, f"127.0.0.{number}") for number in (3, 4, 5))
        streams = [first.stream("/events"), second.stream("/events")]
        refused = third.get("/events")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
        streams[0].close()
        wait_for(lambda: third.stream("/events").status == 200)
        streams[1].close()
