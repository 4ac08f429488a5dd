"""DYNAMINE's tutorial: a first turn and a last turn, in a private panel."""
