"""The pictures and the words of Dice Miner."""
