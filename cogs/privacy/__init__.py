"""What is kept about people, for themselves: shown, exported, forgotten."""
