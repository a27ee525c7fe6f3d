"""Learning and checking one particular table."""
