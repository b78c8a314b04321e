"""Known printings: which tile of a taught set lies in a cell, open tiles beside the board, and marks on tiles."""
