-- Games of the day: the same dice for everybody, and one match a person and day.

-- The day of a match, as 2026-11-21 in UTC. Such a match is played in private: it has no board.
ALTER TABLE match ADD COLUMN day TEXT;

-- What is fixed as soon as anybody asks for a day.
CREATE TABLE day (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seed BLOB NOT NULL,
    -- What the house plays first, with luck: a line an entry, as in match files.
    opening TEXT NOT NULL,
    -- How the computer would have played on, the whole log; NULL until somebody wants to know.
    computer TEXT,
    computer_points INTEGER,
    PRIMARY KEY (game, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE day_match (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    user INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    -- Derived: NULL until it is over, and for good if it counts for nothing.
    points INTEGER,
    PRIMARY KEY (game, day, user)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX day_match_of ON day_match (match);
CREATE INDEX day_match_points ON day_match (game, day, points DESC, match) WHERE points IS NOT NULL;
CREATE INDEX day_match_user ON day_match (user, game, day);

-- In which servers somebody asked for a day: they have a place in each of these.
CREATE TABLE day_guild (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (guild, game, day, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX day_guild_user ON day_guild (user);
CREATE TRIGGER server_of_day AFTER INSERT ON day_guild BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;

-- Who played a day and was forgotten on it, as keyed hashes, until a later day is asked for.
CREATE TABLE day_forgotten (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    person BLOB NOT NULL,
    PRIMARY KEY (game, day, person)
) STRICT, WITHOUT ROWID;

-- Nothing of such a match is posted, so no overview and no board is ever behind.
DROP INDEX match_unshown;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over')
    AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL) AND frozen = 0
    AND day IS NULL;
DROP INDEX match_guild;
CREATE INDEX match_guild ON match (guild)
    WHERE status = 'running' AND frozen = 0 AND day IS NULL;
DROP TRIGGER overview_new;
CREATE TRIGGER overview_new AFTER INSERT ON match WHEN new.day IS NULL
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
DROP TRIGGER overview_changed;
CREATE TRIGGER overview_changed AFTER UPDATE OF status, seq, events, shown_message, frozen ON match
WHEN new.day IS NULL
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
DROP TRIGGER match_untold_event;
CREATE TRIGGER match_untold_event AFTER INSERT ON match_event
WHEN new.kind IN ('declined', 'expired')
    AND (SELECT day FROM match WHERE id = new.match) IS NULL
BEGIN
    UPDATE match SET untold = 1 WHERE id = new.match;
END;
