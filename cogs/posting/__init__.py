"""Posting on Discord: places, permissions, messages, and their readers."""
