"""Players' moves: presses, taking back, plans, computers."""
