"""Posting into Discord: places, permissions, messages to people, who can see what."""
