"""Everything about players' time: absences, pauses, late players, reminders."""
