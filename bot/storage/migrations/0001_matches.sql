-- Matches: their logs, the presses that made them, their histories; what is derived is marked so.

CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    seed BLOB NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    -- Where Discord shows it.
    place INTEGER,
    invitation INTEGER,
    shown_seq INTEGER NOT NULL DEFAULT -1,
    shown_base INTEGER NOT NULL DEFAULT 0,
    shown_rounds INTEGER NOT NULL DEFAULT 0,
    shown_events INTEGER NOT NULL DEFAULT 0,
    shown_message INTEGER,
    shown_place INTEGER,
    -- Derived from log and match_event.
    status TEXT NOT NULL,
    seq INTEGER NOT NULL DEFAULT 0,
    events INTEGER NOT NULL DEFAULT 0,
    computer_due INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX match_open ON match (expires) WHERE status = 'open';
CREATE INDEX match_due ON match (id) WHERE computer_due = 1;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over') AND (shown_seq < seq OR shown_events < events);
CREATE INDEX match_place ON match (place) WHERE status = 'running';
CREATE INDEX match_guild ON match (guild) WHERE status = 'running';

CREATE TABLE log (
    match INTEGER NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    actor INTEGER,
    token TEXT NOT NULL,
    digest TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE press (
    interaction INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match (id),
    first INTEGER NOT NULL,
    count INTEGER NOT NULL
) STRICT;

CREATE TABLE match_event (
    match INTEGER NOT NULL REFERENCES match (id),
    n INTEGER NOT NULL,
    after_seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    holder INTEGER,
    detail TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

-- Derived: who is in which open or running match.
CREATE TABLE holder (
    user INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    guild INTEGER NOT NULL,
    PRIMARY KEY (user, guild, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX holder_match ON holder (match);

-- Derived: what people took from matches of people that are over.
CREATE TABLE result (
    match INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- Derived: the sums of result, so that a leaderboard does not read every match.
CREATE TABLE standing (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_best ON standing (guild, wins DESC, points DESC, matches, user);
