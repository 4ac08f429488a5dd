"""Notices: messages of their own about single events of a match."""
