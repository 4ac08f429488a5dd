"""Sharing: what a match was remembered for, posted where somebody wants it seen."""
