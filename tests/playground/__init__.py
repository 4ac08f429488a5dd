"""The playground, with real clients on it."""
