"""One very table learnt and checked."""
