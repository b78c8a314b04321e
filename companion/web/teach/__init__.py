"""Pages that calibrate: camera, colours, stones, tiles."""
