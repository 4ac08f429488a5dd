"""The daily message with yesterday's results of the puzzle."""
