"""Pages of cameras that are not Piste's own."""
