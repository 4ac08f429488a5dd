"""Settings of a server, and checks of the bot's permissions there."""
