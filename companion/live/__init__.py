"""The live table: cameras, when to read a picture, and the board that the readings agree on."""
