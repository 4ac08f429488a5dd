"""The dice grid's tutorial: one round and one star by the real rules, in a private panel."""
