"""The stores that fulfil the ports of `bot.match`, each named after its tables."""
