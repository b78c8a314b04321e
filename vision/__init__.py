"""Reads photos of boards: from pixels over observations to a board document, without the game's turns or the web."""
