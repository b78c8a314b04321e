"""The page that makes a phone the camera."""
