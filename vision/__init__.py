"""Light to observations to a board document. Knows shapes and terrain; not whose turn it is, nor the web."""
