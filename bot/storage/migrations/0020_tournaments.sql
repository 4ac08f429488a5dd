-- Tournaments and leagues, the matches at their tables, and what people have won.

CREATE TABLE tournament (
    -- Counted together with matches, so that no number comes back after a restore.
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    created INTEGER NOT NULL,
    -- The interaction that asked for it; taken away where its host is forgotten.
    opened_by INTEGER,
    seed BLOB NOT NULL,
    -- Derived from its events.
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    events INTEGER NOT NULL,
    -- When to look at it again, in seconds since 1970; 0: at once.
    due INTEGER,
    -- The message that shows it, and how many events that tells.
    panel INTEGER,
    shown INTEGER NOT NULL DEFAULT 0,
    -- Of how many events nothing needs to be told any more.
    told INTEGER NOT NULL DEFAULT 0,
    -- How many of its matches have ended.
    ended INTEGER NOT NULL DEFAULT 0,
    -- How many of its people have been forgotten.
    former INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX tournament_opened_by ON tournament (opened_by);
CREATE INDEX tournament_guild ON tournament (guild, id);
CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;
CREATE INDEX tournament_unshown ON tournament (id) WHERE (shown < events OR told < events);
CREATE TRIGGER server_of_tournament AFTER INSERT ON tournament BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER numbering_of_tournament AFTER INSERT ON tournament BEGIN
    UPDATE numbering SET given = new.id, since = COALESCE(since, new.created)
        WHERE given < new.id;
END;

-- The truth; only appended to.
CREATE TABLE tournament_event (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_user INTEGER,
    user INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (tournament, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_event_user ON tournament_event (user, tournament) WHERE user IS NOT NULL;
CREATE INDEX tournament_event_by ON tournament_event (by_user, tournament)
    WHERE by_user IS NOT NULL;

-- Derived: who takes part in one that is open or running, or waits for a place.
CREATE TABLE tournament_person (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    PRIMARY KEY (guild, user, tournament)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_person_user ON tournament_person (user);
CREATE INDEX tournament_person_of ON tournament_person (tournament);

-- What people have won, by tournament and season (0: the whole of it).
CREATE TABLE trophy (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    stage INTEGER NOT NULL,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    place INTEGER NOT NULL,
    entrants INTEGER NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tournament, stage, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX trophy_user ON trophy (user, guild, at DESC, tournament DESC);
CREATE INDEX trophy_guild ON trophy (guild);

-- At which table of which tournament a match is played: a table has one match.
ALTER TABLE match ADD COLUMN tournament INTEGER REFERENCES tournament (id);
ALTER TABLE match ADD COLUMN tournament_table TEXT;
CREATE UNIQUE INDEX match_tournament ON match (tournament, tournament_table)
    WHERE tournament IS NOT NULL;
CREATE INDEX match_table_unposted ON match (id)
    WHERE tournament IS NOT NULL AND invitation IS NULL AND status IN ('running', 'over')
    AND frozen = 0;

-- A former miner is one of a match or of a tournament; still no number is given twice.
CREATE TABLE former_of_all (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER REFERENCES match (id),
    tournament INTEGER REFERENCES tournament (id)
) STRICT;
INSERT INTO former_of_all (number, match) SELECT number, match FROM former;
DELETE FROM sqlite_sequence WHERE name = 'former_of_all';
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'former_of_all', seq FROM sqlite_sequence WHERE name = 'former';
DROP TABLE former;
ALTER TABLE former_of_all RENAME TO former;
CREATE INDEX former_match ON former (match);
CREATE INDEX former_tournament ON former (tournament) WHERE tournament IS NOT NULL;
