"""What survives a power cut: the journal, the data folder, files that are complete or absent."""
