"""Decodes pictures in a subprocess that is killed when it takes too much time or memory.

For formats whose decoders have no limits of their own, and for pictures so large that they would exhaust the server's
memory. The subprocess is a new Python (never a fork of this one, whose threads hold locks) that imports only what the
decoder needs: its start takes about 0.2 s.
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
"""Seconds before the subprocess is killed: twice the processor time that it may use, since other processes may run."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from vision.imaging.decoding.child import main; main()"
)
_LIMIT_EXCEEDED = {-getattr(signal, name) for name in ("SIGKILL", "SIGXCPU") if hasattr(signal, name)}
"""Exit codes of a process that exceeded its limits, or that the system killed for its use of memory. Windows has
neither these signals nor these limits."""


def decode_in_subprocess(data: bytes) -> Decoded:
    """Decode a picture in a subprocess.

    Raises:
        PhotoError: it is damaged, no picture, of a size that is refused, or takes too much time or memory.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _START, json.dumps(sys.path)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            # Every idle worker thread would take a share of the address space, which is limited.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise too_complex() from None
    if done.returncode in _LIMIT_EXCEEDED:
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
