"""The learned networks: what they take, what they return, how they run."""
