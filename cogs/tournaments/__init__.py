"""Tournaments and leagues on Discord: commands, the panel, notes, standings and brackets."""
