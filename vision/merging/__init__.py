"""One reading from several photos of one table."""
