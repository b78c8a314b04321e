"""The reading of one photo: evidence, result, questions."""
