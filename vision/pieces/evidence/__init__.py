"""The joint model of all candidates for pieces of a table: what each term knows of them, and their posterior."""
