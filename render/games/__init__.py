"""One folder per game, which turns an Observation into a Picture."""
