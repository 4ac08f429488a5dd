"""Scenes of matches for each viewer and language, and the lookup of matches."""
