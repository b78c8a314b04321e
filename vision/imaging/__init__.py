"""Pixels: decoding, normalising, resampling, colour."""
