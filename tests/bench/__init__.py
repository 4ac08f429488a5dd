"""What measures games."""
