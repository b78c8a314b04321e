"""Stored games to files and back: JSON, CSV, record texts, BG Stats."""
