"""PostgreSQL, for bots with several processes. It is loaded only if the address asks for it."""
