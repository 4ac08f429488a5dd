"""What every Game shares."""
