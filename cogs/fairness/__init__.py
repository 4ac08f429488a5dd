"""The dice of a match: their proof, and how lucky they were."""
