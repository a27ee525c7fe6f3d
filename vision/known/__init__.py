"""What Piste knows of one very table, so that no look at it starts from nothing."""
