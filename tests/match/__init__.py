"""The match service, on a real database."""
