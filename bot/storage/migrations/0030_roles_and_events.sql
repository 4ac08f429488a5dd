-- Pings of a role that a server has chosen, and Discord's events of tournaments.

-- The latest message of a server that pinged its role. `cause` names the message, so that a retry
-- of it pings, too.
CREATE TABLE role_ping (
    guild INTEGER PRIMARY KEY,
    cause TEXT NOT NULL,
    role INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
