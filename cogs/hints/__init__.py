"""Hints: the best move in a match against computers, and why."""
