"""Effects of passing time: late players, pauses, days off, reminders."""
