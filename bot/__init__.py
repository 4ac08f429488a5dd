"""The bot: matches, their storage, the command line."""
