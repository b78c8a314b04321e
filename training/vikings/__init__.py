"""Synthetic fjords of Vikings, and the training of the network that detects figures on them."""
