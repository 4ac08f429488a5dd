"""What people set for themselves: reminders, quiet hours, days off."""
