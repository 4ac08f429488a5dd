"""One module per phase: legal decisions, luck, and their results."""
