"""Several photos of one table, read as one."""
