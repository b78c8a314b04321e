"""The colour of each piece: the networks' estimate, a colour model, a comparison within the picture, the rules."""
