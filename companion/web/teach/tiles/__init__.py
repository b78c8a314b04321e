"""Pages on which a tile set is taught: photos of the tiles, the sheet of what was found in them, and stored sets."""
