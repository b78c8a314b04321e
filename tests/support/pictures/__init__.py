"""Pictures that tests make, and a store that keeps them from one run to the next."""
