"""Counting several readings of a cell until one is believed."""
