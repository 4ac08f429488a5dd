"""Reads, acknowledges and answers every interaction."""
