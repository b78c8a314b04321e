"""Learning a camera's lens distortion."""
