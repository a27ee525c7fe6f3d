"""Camera drivers, printable sheets and the demonstration film. Decides nothing."""
