"""Changes between frames, occlusion, and the choice of what to read."""
