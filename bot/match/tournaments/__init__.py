"""Tournaments and leagues: who takes part, who meets whom, and what comes of it."""
