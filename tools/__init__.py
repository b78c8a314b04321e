"""What builds the documentation; not part of what is installed."""
