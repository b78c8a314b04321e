"""What squares of printings look like: how they vary between printings and within one, and what a photo shows of it."""
