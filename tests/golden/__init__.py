"""Whole recorded matches."""
