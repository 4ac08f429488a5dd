"""Pairings and standings."""
