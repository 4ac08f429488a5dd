"""`python -m bot doctor`: checks everything that a bot needs, and suggests remedies."""
