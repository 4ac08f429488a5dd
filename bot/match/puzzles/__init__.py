"""Puzzles from matches: the stock, the puzzle of each day, answers, ratings and withdrawal."""
