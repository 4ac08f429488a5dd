"""The first match: a guided one of a few turns, by the real rules, in a private panel."""
