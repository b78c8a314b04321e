"""What tests ask of a page or a picture that people are shown."""
