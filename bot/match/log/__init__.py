"""A single match: its stored log and history, and the state that follows from them."""
