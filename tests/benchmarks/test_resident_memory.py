"""The memory of a process is told in bytes, now and at its most."""

import os
import resource
from pathlib import Path

import pytest

from benchmarks.resident_memory import peak_memory, resident_memory

KIB = 1024


def test_memory_is_told_in_bytes_by_the_process_itself_and_by_its_number():
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    assert resident_memory() == pytest.approx(pages * resource.getpagesize(), rel=0.02)
    assert resident_memory(os.getpid()) == pytest.approx(resident_memory(), rel=0.02)


def test_the_most_that_was_held_is_that_of_the_system_and_never_less_than_now():
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB
    assert peak_memory() == pytest.approx(most, rel=0.02)
    assert peak_memory() >= resident_memory()
