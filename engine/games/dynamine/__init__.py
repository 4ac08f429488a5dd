"""The rules of DYNAMINE."""
