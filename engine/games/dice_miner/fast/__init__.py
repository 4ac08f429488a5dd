"""Dice Miner's rules once more, in tables and ints, for players that search.

The rules of record are those beside this package. tests/laws/test_fast_dice_miner.py plays both
side by side and compares every State, every choice and every outcome.
"""
