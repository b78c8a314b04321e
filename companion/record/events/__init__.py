"""Events of a game, frozen and convertible to lines of JSON: of cells, of whole boards and of the game itself."""
