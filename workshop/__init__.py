"""How the networks came to be and how good the whole line is. Never in the wheel, imported by nothing."""
