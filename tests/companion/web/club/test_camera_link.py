"""A camera process that hangs holds up neither the pages that send to it, nor whoever ends it."""

import threading

import numpy as np
import pytest

from companion.web.club import camera_link
from companion.web.club.camera_link import CameraLink
from companion.web.club.messages import PhonePicture, Watched
from tests.support.processes import hanging_camera
from vision.imaging.photo import photo_of

LARGE = PhonePicture(1, "phone", photo_of(np.zeros((720, 1280, 3), np.uint8)))
"""More than a pipe holds, so that sending it waits for the other end."""


@pytest.fixture
def hanging_link(monkeypatch, wait_for):
    """A link to a process that hangs, and the thread that is sending a picture to it."""
    monkeypatch.setattr(camera_link, "run", hanging_camera.run)
    monkeypatch.setattr(camera_link, "_SEND_PATIENCE_S", 0.2)
    link = CameraLink(lambda: None, lambda: True, lambda _: None)
    link.start()
    wait_for(lambda: link.pid)
    yield link, start_thread(link.send, LARGE)
    ending = start_thread(link.stop)
    wait_for(lambda: not ending.is_alive())


def start_thread(work, *given):
    """Return a thread that has begun some work; whatever it waits for, it does not keep the tests from ending."""
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def test_a_process_that_takes_nothing_holds_nobody_up_and_is_ended_when_it_is_not_wanted_any_more(
    hanging_link, wait_for
):
    link, sending = hanging_link
    for waiting in (start_thread(link.send, Watched()), start_thread(link.stop), sending):
        wait_for(lambda waiting=waiting: not waiting.is_alive())


def test_a_process_that_takes_nothing_is_killed_and_begun_anew(hanging_link, wait_for, monkeypatch):
    link, sending = hanging_link
    hung = link.pid
    monkeypatch.setattr(camera_link, "_HANGS_AFTER_S", 0.0)
    wait_for(lambda: link.restarts > 0 and link.pid != hung)
    wait_for(lambda: not sending.is_alive())


def test_a_process_that_ends_late_leaves_the_link_to_the_one_that_was_begun_after_it(monkeypatch, wait_for):
    monkeypatch.setattr(camera_link, "run", hanging_camera.run)
    first_is_late, supervisors = threading.Event(), []

    def job():
        supervisors.append(threading.current_thread())
        if len(supervisors) == 1:
            first_is_late.wait()

    link = CameraLink(job, lambda: False, lambda _: None)
    link.start()
    wait_for(lambda: supervisors)
    link.stop(patience=-1)
    link.start()
    wait_for(lambda: link.pid)
    newer = link.pid
    first_is_late.set()
    wait_for(lambda: not supervisors[0].is_alive())
    assert (link.failing_threads, link.pid) == ((), newer)
    link.stop()
