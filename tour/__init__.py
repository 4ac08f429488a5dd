"""A tour of one match: the real bot in a playground, played by a script, and photographed."""
