"""Rules about time: paces, clocks, lateness, pauses, absences, reminders."""
