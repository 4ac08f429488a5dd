"""Tournaments beside the groups of a storm, with players and a moderator."""
