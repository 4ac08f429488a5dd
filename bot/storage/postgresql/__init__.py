"""The database in PostgreSQL, for bots of several processes; loaded only where it is used."""
