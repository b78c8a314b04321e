"""Fits the joint model of pieces: the shape model and the weights of all terms."""
