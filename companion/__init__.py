"""A table being played: the live loop, the pages and the command line."""
