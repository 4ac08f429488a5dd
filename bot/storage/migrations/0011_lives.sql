-- What outlasts a restore, a rebuild and forgetting: numbers of matches, lives, the owner, bars.

-- Matches that are over, by server: what is derived is made anew from them.
CREATE INDEX match_over ON match (guild, id) WHERE status = 'over';

-- The highest number that a match has had. No number is given twice, also where the match that had
-- it is gone. `base` is what it was at `since`, which all copies have in common.
CREATE TABLE numbering (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    given INTEGER NOT NULL,
    base INTEGER NOT NULL,
    since INTEGER
) STRICT;

INSERT INTO numbering (id, given, base, since)
    SELECT 1, COALESCE(MAX(id), 0), COALESCE(MAX(id), 0), MAX(created) FROM match;
CREATE TRIGGER numbering_given AFTER INSERT ON match BEGIN
    UPDATE numbering SET given = new.id, since = COALESCE(since, new.created)
        WHERE given < new.id;
END;

-- Each restore begins another life, called by its second. `first` is the smallest id that Discord
-- is known to have given in it: what has a smaller one was posted in a life before. NULL until
-- there is one.
CREATE TABLE life (
    n INTEGER PRIMARY KEY,
    first INTEGER
) STRICT;

-- The life in which an open or running match was last put back; what was posted of it before tells
-- of moves that may be lost. 0 for one that was never put back.
ALTER TABLE match ADD COLUMN life INTEGER NOT NULL DEFAULT 0;

-- The application at Discord whose bot keeps its matches here.
CREATE TABLE owner (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    application INTEGER NOT NULL
) STRICT;

-- Bars of people who were forgotten: `person` is a keyed hash of server and user.
CREATE TABLE bar_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    secret BLOB NOT NULL
) STRICT;

INSERT INTO bar_key (id, secret) VALUES (1, randomblob(32));
CREATE TABLE forgotten_bar (
    guild INTEGER NOT NULL,
    person BLOB NOT NULL,
    moderator INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX forgotten_bar_moderator ON forgotten_bar (moderator);

-- How often somebody or something was deleted that must not be left in the files, and after how
-- many of these the files were swept.
CREATE TABLE sweep (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    wanted INTEGER NOT NULL,
    done INTEGER NOT NULL
) STRICT;

INSERT INTO sweep (id, wanted, done) VALUES (1, 0, 0);
