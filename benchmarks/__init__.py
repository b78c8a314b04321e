"""Programs that measure how well and how fast longhouse works; they do not ship with it."""
