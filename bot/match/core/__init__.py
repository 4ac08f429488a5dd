"""Reading, changing and committing matches."""
