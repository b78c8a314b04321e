"""Bounds on work: photos that wait, pages that follow the table, memory."""
