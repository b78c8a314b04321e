"""Made art of Hokkaido, and what its printings share."""
