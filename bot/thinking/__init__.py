"""Thinks for computers that search, in processes of its own (`python -m bot.thinking`)."""
