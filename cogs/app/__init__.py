"""The application: the client, its composition, and its background work."""
