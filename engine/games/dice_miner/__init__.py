"""Dice Miner; its rules are told in docs/rules.md."""
