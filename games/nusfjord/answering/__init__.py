"""What Nusfjord answers beside its score: legal moves, places, what happened between two boards."""
