"""One photo, read: the evidence, the result, the questions."""
