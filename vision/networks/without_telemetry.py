"""Libraries that report their use to their makers, imported so that they cannot.

On import OpenVINO starts the package ``openvino_telemetry``, on which it depends: that writes a client id and a counter
into ``~/intel``, looks up a host of Google Analytics, and sends its report from a process that it forks from a thread.
Such a fork inherits locks that other threads hold (OpenBLAS's among them) and can wait for them for ever. OpenVINO and
NNCF take a stub of their own instead wherever ``openvino_telemetry`` cannot be imported.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

_TELEMETRY = "openvino_telemetry"


def import_without_telemetry(name: str) -> ModuleType:
    """Import a module of OpenVINO or NNCF; nothing in this process can import their telemetry from then on.

    ``None`` in ``sys.modules`` is Python's own way to make an import fail with ``ModuleNotFoundError``. It is set once
    and stays, so that modules which OpenVINO imports later fall back on the stub, too. Setting it is one atomic step,
    and whoever calls sets the same, so threads need no lock.

    Args:
        name: the module's full name, such as ``openvino``.

    Returns:
        The module.
    """
    sys.modules[_TELEMETRY] = None  # type: ignore[assignment]
    return import_module(name)
