"""The tour of Dice Miner: the players' decisions, the moments to photograph, and the captions."""
