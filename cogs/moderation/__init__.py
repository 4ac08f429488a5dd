"""What moderators can do."""
