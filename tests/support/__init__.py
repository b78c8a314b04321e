"""Support code shared by tests of several packages."""
