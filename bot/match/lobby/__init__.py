"""Invitations, open tables and the start of matches."""
