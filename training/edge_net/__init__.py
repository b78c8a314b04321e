"""The network that judges the edges of tiles by the terrain along them."""
