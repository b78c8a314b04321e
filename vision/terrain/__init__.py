"""Reads each tile's terrain: edges, regions, and what pieces hide."""
