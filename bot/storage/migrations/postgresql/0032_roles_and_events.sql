-- Pings of a role that a server has chosen, and Discord's events of tournaments.

-- The latest message of a server that pinged its role. `cause` names the message, so that a retry
-- of it pings, too.
CREATE TABLE role_ping (
    guild BIGINT PRIMARY KEY,
    cause TEXT NOT NULL,
    role BIGINT NOT NULL,
    at BIGINT NOT NULL
);

-- The event on Discord of a tournament that wants one; of a league, the event of its season.
CREATE TABLE scheduled_event (
    tournament BIGINT PRIMARY KEY REFERENCES tournament (id),
    -- Discord's id of the event; NULL until it is created.
    event BIGINT,
    -- The season of a league; 0 for other tournaments.
    season BIGINT NOT NULL DEFAULT 0,
    -- What the bot has put into the event, as JSON, and the end in it, in seconds since 1970.
    shown TEXT NOT NULL DEFAULT '',
    ends BIGINT NOT NULL DEFAULT 0,
    -- How many events of the tournament it shows, and when to look at it in any case.
    events BIGINT NOT NULL DEFAULT 0,
    due BIGINT,
    -- 1 if a moderator has removed or ended the event, so the bot makes no other.
    closed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX scheduled_event_open ON scheduled_event (tournament) WHERE closed = 0;
