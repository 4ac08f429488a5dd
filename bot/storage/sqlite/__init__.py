"""SQLite: opening, writing, copying and sweeping its files."""
