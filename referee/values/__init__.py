"""Values that grow long, and what was made of them."""
