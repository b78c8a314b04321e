"""Printed art: terrain, textures, palettes, icons, tiles."""
