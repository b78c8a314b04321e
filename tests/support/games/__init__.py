"""Games and tables that were played for tests."""
