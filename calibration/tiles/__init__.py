"""Learning the tiles of a copy."""
