"""What the teacher says to the box itself."""
