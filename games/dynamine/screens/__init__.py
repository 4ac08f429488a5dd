"""DYNAMINE on Discord: what is told, asked, offered and shown."""
