"""Learning the rune stones of a copy."""
