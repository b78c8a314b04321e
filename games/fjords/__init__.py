"""The board game Fjords: tiles, boards, moves, scores and warnings."""
