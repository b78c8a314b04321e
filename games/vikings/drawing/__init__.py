"""Fjords of Vikings drawn as SVG."""
