"""Which tile of a taught set lies in a cell."""
