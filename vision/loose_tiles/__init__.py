"""Tiles that lie off the lattice."""
