"""Replays: a match turn by turn, shared moments, animations, turning points."""
