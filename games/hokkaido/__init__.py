"""The board game Hokkaido: cities of squares, laying cards, goals, scores and warnings."""
