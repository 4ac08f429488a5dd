"""One folder per game, each turning Observations into Pictures."""
