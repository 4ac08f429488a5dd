-- Glory: ratings and what leaderboards and profiles are read from. All of it is derived from log
-- and match_event, but for kept_rating; `python -m bot rebuild` makes it anew.

DROP TABLE standing;
DROP TABLE result;

-- Which derived tables have been made, by which version of the code that makes them. What is not
-- named here, or by an older version, is made anew at the start.
CREATE TABLE derived (
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who held a seat in which match that is over, whether it counts or not.
CREATE TABLE took_part (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    PRIMARY KEY (guild, user, ended, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX took_part_match ON took_part (match);

-- What people took from matches that count. A seat may have had several people.
CREATE TABLE result (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    fate TEXT NOT NULL,
    whole INTEGER NOT NULL,
    -- The rating before and after; NULL for who took over.
    before_mu REAL,
    before_sigma REAL,
    mu REAL,
    sigma REAL,
    -- What they did, as JSON, and the achievements that it is worth.
    deeds TEXT NOT NULL,
    earned TEXT NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_user ON result (guild, user, ended, match);
CREATE INDEX result_end ON result (guild, ended, match);

-- Not derived: what the rating of somebody who was forgotten was before a match. Nothing tells it
-- any more, and without it a rebuild would change the ratings of the others.
CREATE TABLE kept_rating (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

-- The sums of result by month, quarter and for all time, so that a leaderboard reads no matches.
CREATE TABLE tally (
    guild INTEGER NOT NULL,
    period TEXT NOT NULL,
    user INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    -- Matches that were played to their end, and the points in those.
    whole INTEGER NOT NULL,
    points INTEGER NOT NULL,
    -- Most points in one of those, and the first match with so many.
    best INTEGER,
    best_match INTEGER,
    beers INTEGER NOT NULL,
    -- The number shown after the last match of the period, and how many were rated by then.
    rating INTEGER,
    rated INTEGER NOT NULL,
    win_rate REAL NOT NULL GENERATED ALWAYS AS (1.0 * wins / matches) STORED,
    average REAL GENERATED ALWAYS AS (1.0 * points / whole) STORED,
    PRIMARY KEY (guild, period, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX tally_rating ON tally (guild, period, rating DESC, user) WHERE rated >= 3;
CREATE INDEX tally_wins ON tally (guild, period, wins DESC, user);
CREATE INDEX tally_win_rate ON tally (guild, period, win_rate DESC, user) WHERE matches >= 5;
CREATE INDEX tally_average ON tally (guild, period, average DESC, user) WHERE whole >= 5;
CREATE INDEX tally_best ON tally (guild, period, best DESC, user) WHERE best IS NOT NULL;
CREATE INDEX tally_beers ON tally (guild, period, beers DESC, user) WHERE beers > 0;

-- Who gave beer to whom, by match.
CREATE TABLE beer (
    guild INTEGER NOT NULL,
    giver INTEGER NOT NULL,
    taker INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    count INTEGER NOT NULL,
    PRIMARY KEY (guild, giver, taker, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX beer_taker ON beer (guild, taker, giver);
CREATE INDEX beer_match ON beer (match);

-- What somebody earned, and in which match first.
CREATE TABLE achievement (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    PRIMARY KEY (guild, user, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX achievement_match ON achievement (match);
