"""Training of the candidate network, which judges all candidates for pieces of one table together."""
