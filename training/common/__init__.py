"""Code shared by the trainings of all networks."""
