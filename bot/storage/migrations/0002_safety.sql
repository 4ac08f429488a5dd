-- Frozen matches, leases on boards, the host of an invitation for the caps, settings.

-- A match whose log does not replay: nothing is done to it until it replays again.
ALTER TABLE match ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
-- Which process posts its board now, and until when.
ALTER TABLE match ADD COLUMN lease_owner TEXT;
ALTER TABLE match ADD COLUMN lease_until INTEGER;
-- Derived from match_event: who made the invitation.
ALTER TABLE match ADD COLUMN host INTEGER;
UPDATE match SET host = (
    SELECT holder FROM match_event WHERE match_event.match = match.id AND match_event.n = 0
);

DROP INDEX match_open;
DROP INDEX match_due;
DROP INDEX match_unshown;
DROP INDEX match_place;
DROP INDEX match_guild;
CREATE INDEX match_open ON match (expires) WHERE status = 'open' AND frozen = 0;
CREATE INDEX match_due ON match (id) WHERE computer_due = 1 AND frozen = 0;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over') AND (shown_seq < seq OR shown_events < events)
    AND frozen = 0;
CREATE INDEX match_place ON match (place) WHERE status = 'running' AND frozen = 0;
CREATE INDEX match_guild ON match (guild) WHERE status = 'running' AND frozen = 0;
CREATE INDEX match_open_host ON match (host, expires) WHERE status = 'open' AND frozen = 0;
CREATE INDEX match_open_guild ON match (guild, expires) WHERE status = 'open' AND frozen = 0;

-- What a server or a user has set; names and values are the bot's.
CREATE TABLE guild_setting (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_setting (
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, name)
) STRICT, WITHOUT ROWID;
