"""Longhouse as an installed app: its manifest, what it shows without a server, and photos that are shared to it."""
