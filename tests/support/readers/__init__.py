"""Readers that replace the networks, and a cache of what the networks return."""
