"""Rebuilding all derived rows from the logs and events of matches."""
