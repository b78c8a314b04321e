"""Playing the rounds of Nusfjord."""
