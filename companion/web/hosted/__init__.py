"""What a hosted page has beside the one at home: figures, readiness, limits that its processes share."""
