"""`python -m bot doctor`: looks at all that a bot needs, changes nothing, and says what to do."""
