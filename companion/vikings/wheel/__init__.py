"""The wheel of *Vikings*: a round's offer, drawn, tapped and bought from."""
