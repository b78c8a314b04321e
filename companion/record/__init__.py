"""The record of games: events that are never changed, and everything that is computed from them."""
