"""Direct messages to members who watch a match."""
