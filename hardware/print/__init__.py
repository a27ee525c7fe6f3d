"""Sheets to print: what stands beside the board."""
