"""Small colour profiles made byte by byte (ICC.1:2001), for pictures whose true colours are then known."""

import struct

import numpy as np

PCS_WHITE = (0.9642, 1.0, 0.8249)
P3 = {"rXYZ": (0.51512, 0.24120, -0.00105), "gXYZ": (0.29198, 0.69225, 0.04189), "bXYZ": (0.15710, 0.06657, 0.78407)}
"""Display P3's primaries, adapted to D50 as profiles give them."""
SRGB = {"rXYZ": (0.43607, 0.22249, 0.01392), "gXYZ": (0.38515, 0.71687, 0.09708), "bXYZ": (0.14307, 0.06061, 0.71410)}


def rgb_profile(primaries: dict[str, tuple[float, float, float]]) -> bytes:
    """Return the profile of a screen with these primaries and the tone curve of sRGB."""
    linear = _linear(np.linspace(0, 1, 1024))
    curve = b"curv" + struct.pack(">II", 0, 1024) + np.round(linear * 65535).astype(">u2").tobytes()
    tags = {name: _xyz(*value) for name, value in primaries.items()}
    return _profile(b"mntr", b"RGB ", b"XYZ ", {**tags, "rTRC": curve, "gTRC": curve, "bTRC": curve})


def grey_profile(gamma: float) -> bytes:
    """Return a grey profile with this gamma."""
    curve = b"curv" + struct.pack(">IIH", 0, 1, round(gamma * 256))
    return _profile(b"mntr", b"GRAY", b"XYZ ", {"kTRC": curve})


def cmyk_profile(magenta: tuple[int, int, int]) -> bytes:
    """Return the profile of a press whose full magenta has these values of L*, a* and b*, black ink being black."""
    steps = np.ones((2, 2, 2, 2, 3)) * (255, 128, 128)
    steps[:, 1, :, 0] = (round(magenta[0] * 2.55), magenta[1] + 128, magenta[2] + 128)
    steps[..., 1, :] = (0, 128, 128)
    ramp = bytes(range(256))
    identity = struct.pack(">9i", *(65536 if k % 4 == 0 else 0 for k in range(9)))
    table = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + identity + ramp * 4 + steps.astype(np.uint8).tobytes() + ramp * 3
    return _profile(b"prtr", b"CMYK", b"Lab ", {"A2B0": table})


def in_srgb(colours: np.ndarray, primaries: dict[str, tuple[float, float, float]]) -> np.ndarray:
    """Return (…, 3) RGB levels of a screen with these primaries as levels of sRGB, by the formulae alone."""
    to_xyz, to_srgb = (np.array(list(p.values())).T for p in (primaries, SRGB))
    linear = _linear(np.asarray(colours) / 255) @ (np.linalg.inv(to_srgb) @ to_xyz).T
    linear = np.clip(linear, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _linear(levels: np.ndarray) -> np.ndarray:
    return np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)


def _xyz(x: float, y: float, z: float) -> bytes:
    return b"XYZ " + struct.pack(">I3i", 0, *(round(v * 65536) for v in (x, y, z)))


def _profile(kind: bytes, colours: bytes, connection: bytes, tags: dict[str, bytes]) -> bytes:
    tags = {"desc": b"desc" + struct.pack(">II", 0, 2) + b"t\0" + bytes(80), "wtpt": _xyz(*PCS_WHITE), **tags}
    table, body = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        table += name.encode() + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    head = struct.pack(">I4sI", 128 + len(table) + len(body), bytes(4), 0x02400000) + kind + colours + connection
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", *(round(v * 65536) for v in PCS_WHITE))
    return head.ljust(128, b"\0") + table + body
