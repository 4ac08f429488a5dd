"""Secret Hand: three cards each that nobody else sees, and three rounds of the highest card.

Each round the seats, in turn, keep their hand or put a card away and draw another; then all play a
card at the same time, and the highest wins the round. It has plans and a king, and nothing
else that is optional.
"""
