"""Copying all data from one database to another, of the same or the other kind."""
