"""The board game Nusfjord: what lies before the players, what it scores, the fish phase and the actions."""
