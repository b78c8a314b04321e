"""The scores of *Vikings*: small and big scorings, the final one, and sentences that explain them."""
