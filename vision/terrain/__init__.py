"""What lies on each tile: edges, regions, hidden terrain."""
