"""The box that Piste runs on: its name, its card for the first start, shutting down, updating."""
