"""Tests of Dice Miner's pictures and texts."""
