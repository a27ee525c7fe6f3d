"""A camera followed for the live table, and the newest view for everybody."""
