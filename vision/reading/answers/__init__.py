"""A person's answers: parsed, located on the table, and enforced in the models of edges and pieces."""
