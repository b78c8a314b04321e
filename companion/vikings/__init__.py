"""Pages on which fjords of Vikings are entered by tapping, with all scorings of a game."""
