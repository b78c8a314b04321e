"""Processes that tests begin, fork, watch or kill."""
