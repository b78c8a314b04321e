"""Faults that the fuzzer must find: a kind of cases that fail in every way."""

import os
import time

from companion.problems import Problem

WAYS = ("accept", "refuse", "raise", "exit", "wait", "spin", "eat", "grab", "die")


def way_of(case):
    """Return what a case does."""
    return case.chance.choice(WAYS)


class Planted:
    """Does what its chance says."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, chance):
        return getattr(self, f"_{chance.choice(WAYS)}")()

    def _accept(self):
        return True

    def _refuse(self):
        raise Problem("There is no such thing.")

    def _raise(self):
        return {}["planted"]

    def _exit(self):
        raise SystemExit(0)

    def _wait(self):
        time.sleep(600)

    def _spin(self):
        while True:
            pass

    def _eat(self):
        return bool(b"x" * 200_000_000)

    def _grab(self):
        return bool(bytearray(20_000_000_000))  # not touched, so that only the limit of the address space stops it

    def _die(self):
        os.abort()
