"""Image-based light: environments, what they light and what they reflect."""
