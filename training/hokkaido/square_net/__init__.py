"""The network that names the squares of a city of *Hokkaido* together."""
