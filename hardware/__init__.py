"""Camera drivers, printable sheets and install files. Decides nothing."""
