"""Games for tests: recorded, newly begun, or shown to the tracker by a simulated camera."""
