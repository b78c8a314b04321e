"""Tools that build the documentation; not installed."""
