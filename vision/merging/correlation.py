"""What each of several photos of one thing counts: they show the same print and pieces, and err alike."""

from __future__ import annotations

_CORRELATION = 0.5
"""Power of the number of photos by which the sum of their log likelihoods is divided. 0 would take their errors as
independent, 1 would average the photos. Three photos of each of 112 synthetic boards (seeds 98501 to 98507) lose 328,
254 and 318 nats of edges with 0, 0.5 and 1, 52, 40 and 52 of pieces' kinds and 244, 149 and 123 of their colours; pairs
of these photos 1 245, 1 158 and 1 359 of edges."""


def weight_of_each(photos: float) -> float:
    """Return the weight 0..1 of each photo's log likelihoods where so many show a thing; at least one."""
    return float(photos**-_CORRELATION)
