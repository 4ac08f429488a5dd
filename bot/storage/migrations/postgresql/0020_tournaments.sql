-- Tournaments and leagues, the matches at their tables, and what people have won.

CREATE TABLE tournament (
    -- Counted together with matches, so that no number comes back after a restore.
    id BIGINT PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    created BIGINT NOT NULL,
    -- The interaction that asked for it; taken away where its host is forgotten.
    opened_by BIGINT,
    seed BYTEA NOT NULL,
    -- Derived from its events.
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    events BIGINT NOT NULL,
    -- When to look at it again, in seconds since 1970; 0: at once.
    due BIGINT,
    -- The message that shows it, and how many events that tells.
    panel BIGINT,
    shown BIGINT NOT NULL DEFAULT 0,
    -- Of how many events nothing needs to be told any more.
    told BIGINT NOT NULL DEFAULT 0,
    -- How many of its matches have ended.
    ended BIGINT NOT NULL DEFAULT 0,
    -- How many of its people have been forgotten.
    former BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX tournament_opened_by ON tournament (opened_by);
CREATE INDEX tournament_guild ON tournament (guild, id);
CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;
CREATE INDEX tournament_unshown ON tournament (id) WHERE (shown < events OR told < events);
CREATE TRIGGER server_of_tournament AFTER INSERT ON tournament FOR EACH ROW
EXECUTE FUNCTION server_known();
CREATE TRIGGER numbering_of_tournament AFTER INSERT ON tournament FOR EACH ROW
EXECUTE FUNCTION numbering_given();

-- The truth; only appended to.
CREATE TABLE tournament_event (
    tournament BIGINT NOT NULL REFERENCES tournament (id),
    n BIGINT NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    by_user BIGINT,
    "user" BIGINT,
    detail TEXT NOT NULL,
    PRIMARY KEY (tournament, n)
);

CREATE INDEX tournament_event_user ON tournament_event ("user", tournament) WHERE "user" IS NOT NULL;
CREATE INDEX tournament_event_by ON tournament_event (by_user, tournament)
    WHERE by_user IS NOT NULL;

-- Derived: who takes part in one that is open or running, or waits for a place.
CREATE TABLE tournament_person (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    tournament BIGINT NOT NULL REFERENCES tournament (id),
    PRIMARY KEY (guild, "user", tournament)
);

CREATE INDEX tournament_person_user ON tournament_person ("user");
CREATE INDEX tournament_person_of ON tournament_person (tournament);

-- What people have won, by tournament and season (0: the whole of it).
CREATE TABLE trophy (
    tournament BIGINT NOT NULL REFERENCES tournament (id),
    stage BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    place BIGINT NOT NULL,
    entrants BIGINT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (tournament, stage, "user")
);

CREATE INDEX trophy_user ON trophy ("user", guild, at DESC, tournament DESC);
CREATE INDEX trophy_guild ON trophy (guild);

-- At which table of which tournament a match is played: a table has one match.
ALTER TABLE match ADD COLUMN tournament BIGINT REFERENCES tournament (id);
ALTER TABLE match ADD COLUMN tournament_table TEXT;
CREATE UNIQUE INDEX match_tournament ON match (tournament, tournament_table)
    WHERE tournament IS NOT NULL;
CREATE INDEX match_table_unposted ON match (id)
    WHERE tournament IS NOT NULL AND invitation IS NULL AND status IN ('running', 'over')
    AND frozen = 0;

-- A former miner is one of a match or of a tournament; still no number is given twice.
ALTER TABLE former ALTER COLUMN match DROP NOT NULL;
ALTER TABLE former ADD COLUMN tournament BIGINT REFERENCES tournament (id);
CREATE INDEX former_tournament ON former (tournament) WHERE tournament IS NOT NULL;
