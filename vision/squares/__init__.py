"""Square grids on a table, found by their straight edges under any camera: for boards and cards made of squares."""
