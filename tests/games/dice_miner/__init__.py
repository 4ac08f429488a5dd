"""Dice Miner on Discord."""
