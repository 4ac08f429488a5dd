"""Settings of servers and users."""
