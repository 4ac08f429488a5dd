"""Rules of the games, pure: no input or output, no clock, no random numbers of their own."""
