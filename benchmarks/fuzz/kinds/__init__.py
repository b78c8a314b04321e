"""The kinds of inputs that are changed and tried, one module each."""
