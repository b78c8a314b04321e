"""Games before the live tracker, filmed in looks that training never meets."""
