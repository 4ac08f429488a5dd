"""DYNAMINE on Discord."""
