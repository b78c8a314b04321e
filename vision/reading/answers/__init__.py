"""What a person answered: parsed, found on the table again, and kept to by the models."""
