"""Actions as time passes: late players, pauses, days off, reminders."""
