"""Tournaments in a storm: they have their own players, and a moderator."""
