"""Films of tables."""
