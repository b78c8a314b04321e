"""Playing Hokkaido: drafting, laying cards, terraforming."""
