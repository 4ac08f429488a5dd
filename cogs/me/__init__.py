"""Personal settings: reminders, quiet hours, days off."""
