"""Solitaire: one seat, two dice, and nine numbers to close.

The player closes open numbers with the sum of the roll, one at a time. The match ends when a roll
can't be closed, or all numbers are closed. A number can be taken back until the next roll.
"""
