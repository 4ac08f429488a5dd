"""The match service: who may do what in a match, and when it counts."""
