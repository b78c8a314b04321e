"""Reads what was taught of *Nusfjord*, cards and ships, from a photo of what lies before a player."""
