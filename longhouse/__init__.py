"""The name under which Python runs the command line: ``python -m longhouse``."""
