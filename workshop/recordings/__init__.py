"""Recorded games with exact truth: scripts become films, and what was told of them is laid beside it."""
