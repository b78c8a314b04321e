"""One case, its outcome, and the limits on its resources."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Verdict(StrEnum):
    """The verdict on a case."""

    REFUSED = "refused"
    ACCEPTED = "accepted"
    TRACEBACK = "traceback"
    HANG = "hang"
    MEMORY = "memory"
    CRASH = "crash"


PASSED = (Verdict.REFUSED, Verdict.ACCEPTED)


@dataclass(frozen=True)
class Case:
    """The name of one changed input; the same name always gives the same input."""

    kind: str
    seed: int
    number: int

    def __str__(self) -> str:
        """Return the name as ``--case`` takes it."""
        return f"{self.kind}:{self.seed}:{self.number}"

    @classmethod
    def named(cls, name: str) -> Case:
        """Return the case of this name.

        Raises:
            ValueError: the name does not have the form ``KIND:SEED:NUMBER``.
        """
        kind, seed, number = name.split(":")
        return cls(kind, int(seed), int(number))

    @property
    def chance(self) -> Random:
        """The generator of all random choices in this case."""
        return Random(str(self))


@dataclass(frozen=True)
class Outcome:
    """The outcome of one case.

    Attributes:
        case: which case.
        verdict: whether it was refused with a sentence, accepted, or how it failed.
        peak: the largest resident memory of the worker while the case ran, bytes.
        seconds: processor time that it took, children included, or for a worker that was ended, time on the clock.
        detail: for a failure, the traceback or the place where it hung.
    """

    case: Case
    verdict: Verdict
    peak: int = 0
    seconds: float = 0.0
    detail: str = ""


@dataclass(frozen=True)
class Limits:
    """The limits on one case.

    Attributes:
        seconds: processor time, children included; a case that has used more hangs.
        idle_seconds: wall-clock time without any processor time: the case waits for something that does not come. On
            a busy machine a case may take long, but uses some processor time throughout.
        memory: resident memory, bytes.
        address_space: what the worker process may reserve, bytes, so that one case cannot exhaust the machine. The
            networks and the libraries' threads reserve 1.9 GB without using it.
    """

    seconds: float = 10.0
    idle_seconds: float = 30.0
    memory: int = 1_000_000_000
    address_space: int = 5_000_000_000


class Broken(Exception):
    """A case found a fault that raised no exception, such as a server error in a response."""
