"""Dice Miner; docs/rules.md explains its rules."""
