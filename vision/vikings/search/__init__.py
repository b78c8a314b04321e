"""Finds where a fjord lies in a photo: grids of squares, and the best placement of a fjord in any of them."""
