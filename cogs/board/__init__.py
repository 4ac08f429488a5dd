"""The board of a match: one current message, a projection of the log."""
