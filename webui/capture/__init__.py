"""Photographs of a real table with their truth: led through, checked, kept in plain files, scored at once."""
