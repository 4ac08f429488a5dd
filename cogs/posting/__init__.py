"""Posting on Discord: messages, their places, permissions, and readers."""
