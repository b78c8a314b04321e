"""The network that looks at whole pictures."""
