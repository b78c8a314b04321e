"""Sources of frames: webcams, streams, recordings, phones."""
