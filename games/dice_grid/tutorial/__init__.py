"""The dice grid's tutorial: one round and one star, played by the real rules in a private panel."""
