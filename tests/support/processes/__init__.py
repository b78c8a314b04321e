"""Processes that tests start, fork, audit or kill."""
