"""Harbours drawn as SVG."""
