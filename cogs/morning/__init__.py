"""The message in a channel that tells the table of the day before."""
