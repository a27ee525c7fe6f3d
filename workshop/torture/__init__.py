"""Tries to break what Piste promises: the power goes, the disk rots, the process is killed, a school year passes."""
