"""Lists of matches, and which match a command means."""
