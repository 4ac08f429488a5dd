"""Dice Miner's tutorial: a few guided turns, played by the real rules in a private panel."""
