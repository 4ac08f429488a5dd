"""Time: paces, clocks, lateness, pauses, absences, reminders."""
