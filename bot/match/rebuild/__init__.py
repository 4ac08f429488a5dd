"""Rebuilding what is derived from matches, from their logs and events."""
