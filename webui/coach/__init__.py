"""The output of `piste coach`: lines for a reader, plain values for a program."""
