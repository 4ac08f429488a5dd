"""Scenes of matches for each viewer and language, and commands' lookup of matches."""
