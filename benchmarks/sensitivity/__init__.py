"""How much each number that was chosen by hand decides: what is read and calibrated again with other values of it."""
