"""What is doubtful about a reading, and the questions that are worth an answer."""
