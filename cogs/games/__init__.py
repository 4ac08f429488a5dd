"""The installed games: what each brings to Discord, and which one a command means."""
