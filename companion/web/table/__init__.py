"""Pages of the watched table: state, event stream, corrections, hints."""
