"""The village of Nusfjord, played round by round."""
