"""Evidence about one piece from the rest of the board: each module adds log odds to a network's estimate."""
