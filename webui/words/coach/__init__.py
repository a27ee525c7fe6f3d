"""Sentences of the coach."""
