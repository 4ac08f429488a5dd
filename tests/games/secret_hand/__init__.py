"""Secret Hand: three hidden cards each, and three rounds of the highest card.

Each round the seats, in turn, keep their hand or put a card away and draw another. Then all play a
card at the same time, and the highest wins the round. The game has plans and a king, and no other
optional capability.
"""
