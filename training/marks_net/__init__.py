"""Training of the networks that find and classify the signs printed on tiles."""
