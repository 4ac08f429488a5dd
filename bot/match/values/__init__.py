"""Small values and refusals shared by all parts of `bot.match`."""
