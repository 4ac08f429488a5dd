"""Drawing outside of the event loop, so that no answer waits for other users' pictures."""
