"""Measurements and machine learning for Dice Miner."""
