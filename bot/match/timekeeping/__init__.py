"""Acting as time passes: late players, pauses, days off, reminders."""
