"""Rules of the games. They are pure: no input or output, no clock, no random numbers."""
