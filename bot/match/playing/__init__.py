"""Playing: presses, taking back, plans, computers."""
