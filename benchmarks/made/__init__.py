"""Made photos of other games and other copies, with their truth."""
