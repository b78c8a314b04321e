"""Detection of square grids by their straight edges, with an uncalibrated camera."""
