"""Evenings and tournaments: rounds of games, who plays whom, and the standings."""
