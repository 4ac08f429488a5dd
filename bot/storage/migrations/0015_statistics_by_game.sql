-- Statistics by game: ratings, tallies, gifts and achievements of one game stay apart from those of
-- another. All of it is derived from log and match_event, but for kept_rating, whose match has the
-- game; `python -m bot rebuild` makes it again.

CREATE TABLE new_took_part (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    game TEXT NOT NULL,
    PRIMARY KEY (guild, user, ended, match)
) STRICT, WITHOUT ROWID;

INSERT INTO new_took_part (guild, user, game, ended, match)
    SELECT took_part.guild, user, game, ended, match
    FROM took_part JOIN match ON match.id = took_part.match;
DROP TABLE took_part;
ALTER TABLE new_took_part RENAME TO took_part;
CREATE INDEX took_part_match ON took_part (match);
CREATE INDEX took_part_game ON took_part (guild, user, game, ended, match);

CREATE TABLE new_result (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    -- NULL in a match for one.
    place INTEGER,
    points INTEGER NOT NULL,
    fate TEXT NOT NULL,
    whole INTEGER NOT NULL,
    -- Whether fewer points are better in this game.
    fewest INTEGER NOT NULL,
    -- Whether it changes the rating, if it does that of another person, too; that before and after.
    rated INTEGER NOT NULL,
    before_mu REAL,
    before_sigma REAL,
    mu REAL,
    sigma REAL,
    -- What they did, as JSON; what it adds to tally_count, as JSON; achievements that it is worth.
    stats TEXT NOT NULL,
    counted TEXT NOT NULL,
    earned TEXT NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

INSERT INTO new_result (match, user, guild, game, seat, ended, place, points, fate, whole, fewest,
        rated, before_mu, before_sigma, mu, sigma, stats, counted, earned)
    SELECT result.match, user, result.guild, game, seat, ended, result.place, points, fate, whole,
        0, fate <> 'took over', before_mu, before_sigma, mu, sigma, deeds,
        COALESCE((SELECT '{"beer":' || SUM(count) || '}' FROM beer
            WHERE beer.match = result.match AND giver = user HAVING SUM(count) > 0), '{}'), earned
    FROM result JOIN match ON match.id = result.match;
DROP TABLE result;
ALTER TABLE new_result RENAME TO result;
CREATE INDEX result_user ON result (guild, user, game, ended, match);
CREATE INDEX result_end ON result (guild, game, ended, match);

-- The sums of the statistics that have leaderboards of their own, by the name that the game gives.
CREATE TABLE tally_count (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (guild, user, game, period, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX tally_count_most ON tally_count (guild, game, period, name, count DESC, user);
INSERT INTO tally_count (guild, user, game, period, name, count)
    SELECT tally.guild, tally.user, game, period, 'beer', beers
    FROM tally JOIN match ON match.id = (SELECT result.match FROM result
        WHERE result.guild = tally.guild AND result.user = tally.user LIMIT 1)
    WHERE beers > 0;

CREATE TABLE new_tally (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    matches INTEGER NOT NULL,
    -- Matches of several people, which give places, and those that were won.
    placed INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    -- Matches that were played to their end, and the points in those.
    whole INTEGER NOT NULL,
    points INTEGER NOT NULL,
    -- The best points in one of those, and the first match with these.
    best INTEGER,
    best_match INTEGER,
    -- The number shown after the last match of the period, and how many were rated by then.
    rating INTEGER,
    rated INTEGER NOT NULL,
    win_rate REAL GENERATED ALWAYS AS (1.0 * wins / placed) STORED,
    average REAL GENERATED ALWAYS AS (1.0 * points / whole) STORED,
    PRIMARY KEY (guild, user, game, period)
) STRICT, WITHOUT ROWID;

INSERT INTO new_tally (guild, user, game, period, matches, placed, wins, whole, points, best,
        best_match, rating, rated)
    SELECT tally.guild, tally.user, game, period, matches, matches, wins, whole, tally.points, best,
        best_match, rating, rated
    FROM tally JOIN match ON match.id = (SELECT result.match FROM result
        WHERE result.guild = tally.guild AND result.user = tally.user LIMIT 1);
DROP TABLE tally;
ALTER TABLE new_tally RENAME TO tally;
-- A leaderboard of those who have the fewest points is read backwards.
CREATE INDEX tally_rating ON tally (guild, game, period, rating DESC, user) WHERE rated >= 3;
CREATE INDEX tally_wins ON tally (guild, game, period, wins DESC, user) WHERE placed > 0;
CREATE INDEX tally_win_rate ON tally (guild, game, period, win_rate DESC, user) WHERE placed >= 5;
CREATE INDEX tally_average ON tally (guild, game, period, average DESC, user) WHERE whole >= 5;
CREATE INDEX tally_best ON tally (guild, game, period, best DESC, user) WHERE best IS NOT NULL;
CREATE INDEX tally_matches ON tally (guild, game, period, whole DESC, user) WHERE whole > 0;

-- What people gave to each other, by match.
CREATE TABLE gift (
    guild INTEGER NOT NULL,
    giver INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    receiver INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    count INTEGER NOT NULL,
    PRIMARY KEY (guild, giver, game, name, receiver, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX gift_receiver ON gift (guild, receiver, game, name, giver);
CREATE INDEX gift_match ON gift (match);
INSERT INTO gift (guild, giver, game, name, receiver, match, count)
    SELECT beer.guild, giver, game, 'beer', taker, match, count
    FROM beer JOIN match ON match.id = beer.match;
DROP TABLE beer;

CREATE TABLE new_achievement (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    PRIMARY KEY (guild, user, game, name)
) STRICT, WITHOUT ROWID;

INSERT INTO new_achievement (guild, user, game, name, match)
    SELECT achievement.guild, user, game, name, match
    FROM achievement JOIN match ON match.id = achievement.match;
DROP TABLE achievement;
ALTER TABLE new_achievement RENAME TO achievement;
CREATE INDEX achievement_match ON achievement (match);

UPDATE derived SET name = 'statistics' || substr(name, 6) WHERE name LIKE 'glory%';
-- Where several games were played, their ratings and sums were mixed: they are made again.
DELETE FROM derived WHERE (SELECT COUNT(DISTINCT game) FROM match) > 1;
