"""Serving the home network: addresses, certificate, TLS, connections."""
