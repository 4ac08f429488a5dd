"""One folder per game. No game imports another."""
