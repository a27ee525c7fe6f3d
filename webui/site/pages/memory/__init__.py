"""What the teacher says to the memory: play on without it, keep all of it in one file, take it from one."""
