"""Benchmarks of hosted pages: with a PostgreSQL, a Redis, workers and web processes of their own, which are killed."""
