"""What the faces' trunk may be taught before it learns to read: by itself, or by another network. For ablations."""
