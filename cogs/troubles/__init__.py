"""Problems that keep the bot from working in a server, reported in a channel of its choice."""
