"""The tour of a match in pictures."""
