"""Data about a user, for that user: shown, exported, deleted."""
