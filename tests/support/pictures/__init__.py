"""Pictures that tests make, and the store that keeps them from one run to the next."""
