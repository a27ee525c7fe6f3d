"""How a look or an action changes the table, and the events that report it."""
