"""Notices: separate messages about single events of a match."""
