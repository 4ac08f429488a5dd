"""What stops the clock: absences, pauses; late players; reminders."""
