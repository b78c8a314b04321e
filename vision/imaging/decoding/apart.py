"""Decoding in a process of its own, which is ended when it takes too much time or memory.

For formats whose decoders have no limits of their own, and for pictures that are so large that they would take the
server's memory. The process is a new Python (never a copy of this one, whose threads hold locks) that imports no more
than a decoder needs: its start takes about 0.2 s.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from vision.imaging.decoding.decoded import Decoded
from vision.imaging.decoding.limits import PhotoError, damaged, too_complex

PATIENCE = 60.0
"""Seconds, twice the processor time that the process may use, since other processes may be running beside it."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from vision.imaging.decoding.child import main; main()"
)
_FULL = {-getattr(signal, name) for name in ("SIGKILL", "SIGXCPU") if hasattr(signal, name)}
"""What a process that is over its limits ends with; the system, too, kills one that takes too much memory. Windows has
no such signals, and no such limits."""


def decode_apart(data: bytes) -> Decoded:
    """Decode a picture in a process of its own.

    Raises:
        PhotoError: it is damaged, no picture, of a size that is not read, or takes too much time or memory.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _START, json.dumps(sys.path)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            # Each thread that is only ready for work would take a share of the addresses.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise too_complex() from None
    if done.returncode in _FULL:
        raise too_complex()
    if done.returncode:
        raise damaged()
    return _decoded(done.stdout)


def _decoded(answer: bytes) -> Decoded:
    line, _, pixels = answer.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    if "code" in head:
        raise PhotoError(head["code"], head["sentence"])
    width, height = head["size"]
    return Decoded(pixels, tuple(head["shape"]), (width, height), head["camera"], head["orientation"])
