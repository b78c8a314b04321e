"""Where the board lies in a photo, and which cells hold a tile."""
