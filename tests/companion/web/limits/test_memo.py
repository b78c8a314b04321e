"""A memo computes each result once, however many threads ask, and keeps only the newest."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.web.limits.memo import Memo


def test_threads_that_ask_at_the_same_time_share_one_computation():
    memo, computed, together = Memo[object](2), [], threading.Barrier(8)

    def compute():
        computed.append(threading.get_ident())
        return object()

    def ask(_):
        together.wait(60)
        return memo.get("board", compute)

    with ThreadPoolExecutor(8) as pool:
        results = set(pool.map(ask, range(8)))
    assert len(results) == len(computed) == 1


def test_the_result_used_longest_ago_is_dropped_first():
    memo, computed = Memo[str](2), []

    def get(key):
        return memo.get(key, lambda: computed.append(key) or key)

    for key in ("a", "b", "a", "c", "a", "b"):
        assert get(key) == key
    assert computed == ["a", "b", "c", "b"]


def test_a_computation_that_failed_is_done_again():
    memo = Memo[int](2)
    with pytest.raises(ZeroDivisionError):
        memo.get("key", lambda: 1 // 0)
    assert memo.get("key", lambda: 1) == 1
