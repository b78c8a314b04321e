"""Rune stones: taught ones by their faces, others by the signs on them, and Home stones beneath longhouses."""
