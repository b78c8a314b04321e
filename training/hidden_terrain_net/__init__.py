"""Training of the hidden-terrain network, which infers the terrain beneath pieces and occluders."""
