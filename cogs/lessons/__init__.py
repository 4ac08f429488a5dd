"""/tutorial: a game learned by playing it for a few turns, in a private panel."""
