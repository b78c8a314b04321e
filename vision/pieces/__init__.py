"""The pieces on each cell: detection, kind and colour."""
