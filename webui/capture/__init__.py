"""Photographs of a real table with their truth: guided, checked, stored in plain files, scored at once."""
