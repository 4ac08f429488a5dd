"""Tournaments and leagues: registration, pairing, results."""
