"""The networks that find and read signs on tiles."""
