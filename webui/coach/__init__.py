"""What `piste coach` tells: lines for a reader, plain values for a program."""
