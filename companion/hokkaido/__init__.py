"""The page on which cities of Hokkaido are entered by tapping."""
