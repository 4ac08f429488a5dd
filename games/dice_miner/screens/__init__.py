"""Dice Miner on Discord: its lines of text, its buttons, its forms."""
