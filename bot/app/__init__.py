"""The application: assembles and runs the bot, its commands and its checks."""
