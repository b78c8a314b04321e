"""The board game Nusfjord: harbours and their score, the fish phase and the actions of the work phase."""
