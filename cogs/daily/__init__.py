"""/daily: the puzzle of the day, its results, and cards to post."""
