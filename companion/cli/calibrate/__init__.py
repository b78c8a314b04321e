"""The commands under ``longhouse calibrate``."""
