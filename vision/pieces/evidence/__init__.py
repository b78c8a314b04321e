"""What the rest of the board says about one piece, one term a module."""
