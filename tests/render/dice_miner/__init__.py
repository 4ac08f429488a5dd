"""The pictures and words of Dice Miner."""
