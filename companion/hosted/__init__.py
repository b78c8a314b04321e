"""Reading photos on workers: settings, jobs in Redis, and what a worker does. It needs the extra ``hosted``."""
