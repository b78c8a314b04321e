"""Synthetic art of Hokkaido, and the statistics of its printings."""
