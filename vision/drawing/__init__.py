"""Drawing what was read on the photo."""
