"""Who may do what: codes, sessions, roles, security headers."""
