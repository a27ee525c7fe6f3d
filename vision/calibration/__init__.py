"""What is known of one very table."""
