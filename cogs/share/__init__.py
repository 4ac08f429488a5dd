"""Sharing moments and results of a match in a channel."""
