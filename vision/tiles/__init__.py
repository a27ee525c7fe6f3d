"""The tiles of a board."""
