"""Where a process has one core, its work is done in one thread; elsewhere in two."""

import threading

import cv2
import pytest

from vision.networks.models import load_networks
from vision.networks.synchronous_executor import SynchronousExecutor


@pytest.mark.parametrize(("threads", "here"), [(1, True), (2, False)])
def test_a_second_thread_works_only_where_opencv_has_two(threads, here):
    before = cv2.getNumThreads()
    cv2.setNumThreads(threads)
    try:
        worker = load_networks().executor.submit(threading.current_thread).result()
    finally:
        cv2.setNumThreads(before)
    assert (worker is threading.current_thread()) == here


def test_an_error_is_raised_when_the_result_is_asked_for():
    future = SynchronousExecutor().submit(int, "x")
    with pytest.raises(ValueError, match="'x'"):
        future.result()
