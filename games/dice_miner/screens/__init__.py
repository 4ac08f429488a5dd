"""Dice Miner's texts, buttons, menus and forms on Discord."""
