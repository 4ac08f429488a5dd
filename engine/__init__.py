"""The rules of games, pure: no input or output, no clock, no luck of their own."""
