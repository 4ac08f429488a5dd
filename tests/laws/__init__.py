"""What holds for every Game, in matches played at random."""
