"""Matches between computer players that show which one is stronger and whether a game is
balanced.
"""
