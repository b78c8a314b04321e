"""Made pictures of tables, with their truth."""
