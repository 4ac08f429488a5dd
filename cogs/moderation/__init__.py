"""Commands of moderators, and the table of permissions."""
