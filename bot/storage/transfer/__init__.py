"""Copying everything that is kept from one database to another, whichever they are."""
