"""Dice Miner's pictures, and their texts."""
