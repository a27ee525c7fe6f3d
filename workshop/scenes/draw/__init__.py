"""A described table becomes a picture."""
