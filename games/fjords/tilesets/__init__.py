"""The made-up tile sets that come with the engine, as tile-set documents."""
