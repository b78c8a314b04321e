"""Learning the colours of the players' pieces."""
