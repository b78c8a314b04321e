"""Picture files to pixels within bounds on their size, the time and the memory that decoding takes."""
