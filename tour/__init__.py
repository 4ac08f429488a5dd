"""A tour of one match: a script plays it with the real bot in a playground, and takes pictures."""
