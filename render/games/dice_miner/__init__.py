"""Dice Miner's pictures, and the words that go with them."""
