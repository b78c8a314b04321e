"""Decodes picture files within bounds on their size and on the time and memory that decoding takes."""
