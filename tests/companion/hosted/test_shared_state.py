"""A web process goes on listening for the notes of others, whatever goes wrong meanwhile."""

from contextlib import contextmanager

from companion.hosted import shared
from companion.hosted.shared import SharedState


class FaultyAtFirst:
    """A client of Redis whose first line for notes fails in a way that the client's own errors do not cover."""

    def __init__(self):
        self.lines = 0

    def register_script(self, _script):
        return None

    @contextmanager
    def pubsub(self):
        self.lines += 1
        yield self

    def subscribe(self, _channel):
        if self.lines == 1:
            raise AttributeError("'NoneType' object has no attribute 'read'")

    def get_message(self, timeout):
        return {"type": "subscribe"}


def test_an_unexpected_fault_is_logged_and_does_not_end_the_listening(monkeypatch, wait_for, caplog):
    client = FaultyAtFirst()
    monkeypatch.setattr(shared, "_client", lambda _address, tries_again: client)
    monkeypatch.setattr(shared, "_PAUSE_S", 0.0)
    notes = SharedState("redis://localhost")
    notes.start()
    try:
        wait_for(lambda: notes.is_connected)
    finally:
        notes.close()
    assert [record.getMessage() for record in caplog.records] == [
        "Notes of other web processes cannot be received; trying again. "
        "AttributeError: 'NoneType' object has no attribute 'read'"
    ]
