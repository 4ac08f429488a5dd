"""Dice Miner's tutorial: a few guided turns by the real rules, in a private panel."""
