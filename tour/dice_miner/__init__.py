"""The tour of Dice Miner: who presses what, what is photographed, and the captions."""
