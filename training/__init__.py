"""Synthetic pictures with exact ground truth, and the training of the project's networks on them."""
