"""The live table: a camera, when its picture is worth reading, and what is believed of it."""
