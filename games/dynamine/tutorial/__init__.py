"""DYNAMINE's tutorial: a first and a last turn in a private panel."""
