"""Synthetic tables: pictures whose truth is known."""
