"""Which grounds a board has, and which terrain each of them is, judged over the whole board."""
