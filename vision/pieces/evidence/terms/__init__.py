"""Terms of the joint model of pieces: each returns log odds of the candidates' states for one reason."""
