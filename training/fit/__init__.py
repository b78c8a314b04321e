"""Statistical parameters of the reader, fitted without a network."""
