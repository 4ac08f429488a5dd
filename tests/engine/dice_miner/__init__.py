"""Dice Miner, rule by rule."""
