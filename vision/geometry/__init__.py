"""Lens, table plane, hex lattice, rectified view."""
