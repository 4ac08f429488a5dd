"""Dice Miner: its screens, its commands, its guided first match."""
