"""Pages on which the camera, colours, stones and tiles are taught."""
