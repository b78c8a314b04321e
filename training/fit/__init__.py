"""Parameters fitted without a network."""
