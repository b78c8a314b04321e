"""Detects the figures on a fjord of *Vikings*, by a network and by colour."""
