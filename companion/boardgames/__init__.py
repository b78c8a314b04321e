"""Shared parts of the other games' pages: each player's board is entered by tapping and scored after every tap.

A game's `pages` module says in a `BoardGame` what is its own (an empty board, what a tap does, a template with the
board and the tools) and hands it to `board_pages`, which makes the blueprint: beginning and importing a game, the page
with players, live score, notices and undo, files to download, the result card. The game is kept as a log of events like
any other.
"""
