"""Records as stories, and in the forms that other programs read."""
