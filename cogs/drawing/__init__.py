"""Drawing outside of the event loop, so that nobody waits for other people's pictures."""
