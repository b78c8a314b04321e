"""Profiles: schema, folder of JSON files, ZIP archive."""
