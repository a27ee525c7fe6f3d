"""What a table is: its frozen values, and what is worked out from them alone."""
