"""A record in the forms that others read: JSON, spreadsheets, and what other backgammon programs open."""
