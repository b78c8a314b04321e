"""Names of colours by comparison within one picture, for taught pieces and for photos that teach pieces."""
