"""The command ``read``: one photo, many in several processes, or by workers that a queue reaches."""
