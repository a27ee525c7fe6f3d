"""The sentences of the games."""
