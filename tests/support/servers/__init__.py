"""Web servers, databases and message brokers that tests start and kill."""
