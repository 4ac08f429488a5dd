"""Tests that every message of the bot stays within Discord's limits, for users with any
names."""
