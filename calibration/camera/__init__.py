"""Calibration of a camera: focal length, optical centre and lens distortion."""
