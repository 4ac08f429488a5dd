"""One folder per game; games don't know each other."""
