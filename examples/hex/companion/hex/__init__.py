"""The page of Hex."""
