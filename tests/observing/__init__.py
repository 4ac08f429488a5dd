"""What the bot tells those who run it: metrics and logs."""
