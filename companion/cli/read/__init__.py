"""The command ``read``: one photo, or many, in several processes or by workers behind a queue."""
