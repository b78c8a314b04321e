"""The network that reads the rune carved or painted on a stone."""
