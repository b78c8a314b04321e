"""Readings and answers as bytes that only processes with the same secret can write.

They are pickled, and to unpickle bytes that somebody else has written would run that person's code.
"""

from __future__ import annotations

import hashlib
import hmac
import pickle
from typing import Any

_SIGNATURE_BYTES = 32


def sealed(thing: object, secret: str) -> bytes:
    """Return an object as signed bytes."""
    data = pickle.dumps(thing, protocol=5)
    return _signature(data, secret) + data


def opened(data: bytes, secret: str) -> Any:
    """Return the object in signed bytes; raises `ValueError` where the signature is wrong."""
    signature, content = data[:_SIGNATURE_BYTES], data[_SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, _signature(content, secret)):
        raise ValueError("these bytes were not written with this secret")
    return pickle.loads(content)


def _signature(data: bytes, secret: str) -> bytes:
    return hmac.new(secret.encode(), data, hashlib.sha256).digest()
