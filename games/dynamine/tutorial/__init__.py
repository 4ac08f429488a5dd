"""DYNAMINE in a few presses: the first turn and the last one, in a private panel."""
