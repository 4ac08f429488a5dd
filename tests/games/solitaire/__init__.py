"""Solitaire: one seat, two dice, and nine numbers to close.

Each roll is closed by open numbers of that sum, one at a time; the match is over when a roll can't
be closed, or all is closed. A number may be taken back until the next roll.
"""
