-- Pings of a role that a server has chosen, and Discord's events of tournaments.

-- The latest message of a server that pinged its role. `cause` names the message, so that a retry
-- of it pings, too.
CREATE TABLE role_ping (
    guild BIGINT PRIMARY KEY,
    cause TEXT NOT NULL,
    role BIGINT NOT NULL,
    at BIGINT NOT NULL
);
