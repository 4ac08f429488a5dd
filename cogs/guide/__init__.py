"""Explains the rules and the commands, by topic."""
