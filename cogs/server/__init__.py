"""What belongs to a server: its settings, and what happens to it on Discord."""
