"""One folder a game: Observation in, Picture out."""
