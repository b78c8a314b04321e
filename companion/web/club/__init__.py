"""The tables of a club: their list, and a camera process for each."""
