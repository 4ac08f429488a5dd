"""One folder a game; games do not know each other."""
