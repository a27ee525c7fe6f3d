"""The appliance: wiring, the live table, the journal, settings, words, pages, API and the command line."""
