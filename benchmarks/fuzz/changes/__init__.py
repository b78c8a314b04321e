"""Changes to inputs of each form: bytes, texts, JSON documents, pictures, zip files."""
