"""Synthetic pictures of tables, with ground truth."""
