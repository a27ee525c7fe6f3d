"""What the table tells of kinds of games beside what it tells of every one."""
