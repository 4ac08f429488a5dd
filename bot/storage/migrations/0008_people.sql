-- What people plan, and what is forgotten of them.

-- How many entries a board told when one last pinged somebody: who was called to a turn that was
-- taken back from them is not called to it again.
ALTER TABLE match ADD COLUMN shown_called INTEGER NOT NULL DEFAULT 0;

-- What people plan for their next turn. Derived: `due` says that this turn has come.
CREATE TABLE plan (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    tokens TEXT NOT NULL,
    due INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX plan_due ON plan (match) WHERE due = 1;
CREATE INDEX plan_user ON plan (user);

-- Forgetting: people, and servers that the bot has left.

-- Whoever is forgotten becomes a former miner: in each match another number, written as a negative
-- user id. No number is given twice, and nothing says whose it was.
CREATE TABLE former (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (id)
) STRICT;

CREATE INDEX former_match ON former (match);
-- How many there are in a match: a copy in memory that knows fewer names somebody who is forgotten.
ALTER TABLE match ADD COLUMN former INTEGER NOT NULL DEFAULT 0;

-- People whose forgetting has begun; it goes on after a restart.
CREATE TABLE forgetting (
    user INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;

-- Servers of which anything is kept, and since when the bot has not been in them.
CREATE TABLE server (
    guild INTEGER PRIMARY KEY,
    gone INTEGER
) STRICT;

CREATE INDEX server_gone ON server (gone) WHERE gone IS NOT NULL;
INSERT INTO server (guild) SELECT guild FROM match UNION SELECT guild FROM guild_setting
    UNION SELECT guild FROM bar UNION SELECT guild FROM overview;
CREATE TRIGGER server_of_match AFTER INSERT ON match BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER server_of_setting AFTER INSERT ON guild_setting BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER server_of_bar AFTER INSERT ON bar BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER server_of_overview AFTER INSERT ON overview BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;

-- To find what is to be forgotten.
CREATE INDEX match_event_holder ON match_event (holder, match) WHERE holder IS NOT NULL;
CREATE INDEX match_server ON match (guild);
CREATE INDEX press_match ON press (match);
CREATE INDEX bar_user ON bar (user);
CREATE INDEX bar_moderator ON bar (moderator);
