"""A server's own troubles: what keeps the bot from working there, told in a channel it chooses."""
