"""The hall of a school: what every box publishes, its present in memory and its past in a database (docs/hall.md)."""
