"""Imports OpenVINO and NNCF with their telemetry disabled.

On import, OpenVINO starts its dependency ``openvino_telemetry``, which writes a client id and a counter into
``~/intel``, looks up a host of Google Analytics, and sends its report from a process that it forks from a thread. Such
a fork inherits locks that other threads hold (OpenBLAS's among them) and can deadlock on them. OpenVINO and NNCF use a
stub of their own wherever ``openvino_telemetry`` cannot be imported.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

_TELEMETRY = "openvino_telemetry"
_CONVERTERS = "openvino.tools.ovc"


def import_without_telemetry(name: str) -> ModuleType:
    """Import a module of OpenVINO or NNCF and disable their telemetry for the rest of this process.

    ``None`` in ``sys.modules`` makes an import fail with ``ModuleNotFoundError``. The entry stays, so that modules
    which OpenVINO imports later fall back on the stub, too. Setting it is atomic and every call sets the same value, so
    threads need no lock.

    Args:
        name: the module's full name, such as ``openvino``.

    Returns:
        The module.
    """
    sys.modules[_TELEMETRY] = None  # type: ignore[assignment]
    return import_module(name)


def import_runtime() -> ModuleType:
    """Import OpenVINO without its telemetry and its converters of models.

    The converters take half of the import, which does without them where they are missing. They can still be imported
    by their own name afterwards.
    """
    sys.modules.setdefault(_CONVERTERS, None)  # type: ignore[arg-type]
    try:
        return import_without_telemetry("openvino")
    finally:
        if sys.modules.get(_CONVERTERS) is None:
            sys.modules.pop(_CONVERTERS, None)
