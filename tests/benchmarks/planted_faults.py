"""Faults that the fuzzer must find: a kind of cases that end in every possible way."""

import os
import time

from companion.problems import Problem

WAYS = ("accept", "refuse", "raise", "exit", "wait", "spin", "eat", "grab", "die")


def way_of(case):
    """Return the way in which a case ends."""
    return case.chance.choice(WAYS)


class PlantedFaults:
    """Runs a case that ends in a way drawn at random: well, refused, or with a fault of some kind."""

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
        return bool(bytearray(20_000_000_000))  # never written to, so that only the limit of the address space stops it

    def _die(self):
        os.abort()
