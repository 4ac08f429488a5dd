"""What of the Discord layer needs no Discord."""
