"""Which colour each piece has."""
