"""Playing a match: moves, forms, questions before a move, plans."""
