"""What outlives a power cut: the journal, the data folder, files that are there whole or not at all."""
