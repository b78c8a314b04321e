"""The database of games, its files and its migrations."""
