"""Small values and refusals that every part of `bot.match` shares."""
