"""The verbs of the command line, one module each; `command` is the click command."""
