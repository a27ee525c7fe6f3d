"""The verbs of `python -m workshop`, one module each; `command` is the click command."""
