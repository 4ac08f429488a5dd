"""Discord's bounds, held by everything that the bot can say, whatever people are called."""
