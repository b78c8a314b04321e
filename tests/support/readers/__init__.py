"""Readers that answer in place of the networks, or spare them work."""
