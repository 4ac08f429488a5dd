"""Variants of computer players that measure the worth of single ideas, one module per game."""
