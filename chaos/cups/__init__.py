"""Tournaments, as people join and play them and a moderator runs them, beside the groups of a
storm."""
