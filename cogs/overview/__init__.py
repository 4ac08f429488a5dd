"""The message in a channel that says whose turn it is."""
