"""Limits per address: connections, requests, wrong codes."""
