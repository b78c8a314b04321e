"""Lays a stage out: the ground of prints, the pieces on it, and their shadows."""
