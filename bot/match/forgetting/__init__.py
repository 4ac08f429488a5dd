"""Forgetting people, and servers that the bot has left."""
