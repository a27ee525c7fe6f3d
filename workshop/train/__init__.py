"""How the networks are trained."""
