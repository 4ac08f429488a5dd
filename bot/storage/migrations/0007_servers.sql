-- Servers: rematches, who may not play there, news for hosts, where whose turn it is stands.

-- Derived from match_event: the match whose rematch it is.
ALTER TABLE match ADD COLUMN follows INTEGER;

-- Derived: whether its host has to be told that somebody declined, or that nobody came in time.
ALTER TABLE match ADD COLUMN untold INTEGER NOT NULL DEFAULT 0;
-- How many events of its history the host has been told.
ALTER TABLE match ADD COLUMN host_told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX match_untold ON match (id) WHERE untold = 1 AND frozen = 0;
CREATE TRIGGER match_untold_event AFTER INSERT ON match_event
WHEN new.kind IN ('declined', 'expired')
BEGIN
    UPDATE match SET untold = 1 WHERE id = new.match;
END;

-- Whom moderators have barred from playing in their server.
CREATE TABLE bar (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

-- Messages that say whose turn it is, one a channel.
CREATE TABLE overview (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    message INTEGER,
    -- When it was last brought up to date, in seconds since 1970.
    edited INTEGER NOT NULL DEFAULT 0,
    -- Derived: how often matches of the server have changed, and how many of that it tells.
    changes INTEGER NOT NULL DEFAULT 1,
    told INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX overview_guild ON overview (guild);
CREATE INDEX overview_due ON overview (edited) WHERE told < changes;
CREATE TRIGGER overview_new AFTER INSERT ON match
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
CREATE TRIGGER overview_changed AFTER UPDATE OF status, seq, events, shown_message, frozen ON match
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
