"""The dice in a picture."""
