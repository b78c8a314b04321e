"""Synthetic photos of other games and other copies, with ground truth."""
