"""The trained networks: their inputs, their outputs and their runtime."""
