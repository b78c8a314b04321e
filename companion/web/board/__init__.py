"""A board as the pages show it: drawings, questions, forms."""
