"""Recorded games with exact truth: scripts become films, and reports are compared with the truth."""
