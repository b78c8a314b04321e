"""Detection and poses of single tiles, off any lattice."""
