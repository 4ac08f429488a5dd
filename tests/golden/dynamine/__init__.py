"""Recorded matches of DYNAMINE."""
