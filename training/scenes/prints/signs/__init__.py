"""Small printed signs: of terrains, and of what else stands on tiles."""
