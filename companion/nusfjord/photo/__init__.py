"""What a photo of a harbour left open: questions with drawn answers, and what an answer changes."""
