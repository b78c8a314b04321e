"""Profiles: their schema, their folder, their archive."""
