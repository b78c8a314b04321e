"""Statistics of games that are over: players, pairs of players, games and variants."""
