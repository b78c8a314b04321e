"""Web servers, and the databases and the queue behind them, that tests begin and kill."""
