"""Scenes of matches: who sees what, in which words, and which match is meant."""
