"""Training of the scene network, which labels every pixel of a whole picture."""
