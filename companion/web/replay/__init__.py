"""How a game of Fjords went: points over time, the list of moves, and what best play would have brought."""
