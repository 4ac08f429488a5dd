"""Pictures of DYNAMINE."""
