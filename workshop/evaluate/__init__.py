"""Readings scored against labels."""
