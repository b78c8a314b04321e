"""Wooden figures and houses as workshops make them: turned, sawn, carved or stacked."""
