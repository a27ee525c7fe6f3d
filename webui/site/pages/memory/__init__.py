"""The stored data: playing on without it, backup to one file, restore from one."""
