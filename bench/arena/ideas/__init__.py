"""Versions of computer players, to measure what an idea brings; a module a game."""
