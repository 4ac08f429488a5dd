"""The pictures of DYNAMINE."""
