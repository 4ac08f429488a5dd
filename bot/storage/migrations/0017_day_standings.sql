-- Standings of games of the day, and the message that tells a server of the day before.

-- Derived from day_match and day_guild, by the triggers below: what somebody has scored on the days
-- for which they asked in a server. `period` is a day, a week by its Monday (`week 2026-11-16`), or
-- `all`.
CREATE TABLE day_tally (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    user INTEGER NOT NULL,
    days INTEGER NOT NULL,
    points INTEGER NOT NULL,
    average REAL GENERATED ALWAYS AS (1.0 * points / days) STORED,
    PRIMARY KEY (guild, game, period, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX day_tally_average ON day_tally (guild, game, period, average DESC, user, days);
CREATE INDEX day_tally_user ON day_tally (user);

DROP INDEX day_guild_user;
CREATE INDEX day_guild_user ON day_guild (user, game, day);

-- Inserting here adds a day to the three tallies to which it belongs; -1 days take one away.
CREATE VIEW day_change AS
    SELECT guild, game, period AS day, user, days, points FROM day_tally WHERE 0;
CREATE TRIGGER day_changed INSTEAD OF INSERT ON day_change BEGIN
    INSERT INTO day_tally (guild, game, period, user, days, points)
        VALUES
            (new.guild, new.game, new.day, new.user, new.days, new.points),
            (new.guild, new.game, 'week ' || date(new.day, 'weekday 0', '-6 days'), new.user,
                new.days, new.points),
            (new.guild, new.game, 'all', new.user, new.days, new.points)
        ON CONFLICT (guild, game, period, user)
        DO UPDATE SET days = days + excluded.days, points = points + excluded.points;
    DELETE FROM day_tally WHERE guild = new.guild AND game = new.game AND user = new.user
        AND period IN (new.day, 'week ' || date(new.day, 'weekday 0', '-6 days'), 'all')
        AND days = 0;
END;

CREATE TRIGGER day_unscored BEFORE UPDATE OF points, user ON day_match
WHEN old.points IS NOT NULL BEGIN
    INSERT INTO day_change SELECT guild, game, day, user, -1, -old.points FROM day_guild
        WHERE user = old.user AND game = old.game AND day = old.day;
END;
CREATE TRIGGER day_scored AFTER UPDATE OF points, user ON day_match
WHEN new.points IS NOT NULL BEGIN
    INSERT INTO day_change SELECT guild, game, day, user, 1, new.points FROM day_guild
        WHERE user = new.user AND game = new.game AND day = new.day;
END;
CREATE TRIGGER day_deleted BEFORE DELETE ON day_match
WHEN old.points IS NOT NULL BEGIN
    INSERT INTO day_change SELECT guild, game, day, user, -1, -old.points FROM day_guild
        WHERE user = old.user AND game = old.game AND day = old.day;
END;
-- Somebody asks in another server, too, when they are done.
CREATE TRIGGER day_asked AFTER INSERT ON day_guild BEGIN
    INSERT INTO day_change SELECT new.guild, game, day, user, 1, points FROM day_match
        WHERE game = new.game AND day = new.day AND user = new.user AND points IS NOT NULL;
END;

-- Servers that have the table of each day posted in a channel.
CREATE TABLE morning (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    -- The latest day that was told, or that need not be told.
    told TEXT NOT NULL,
    -- When a process last began to post, in seconds since 1970.
    tried INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX morning_told ON morning (told);
CREATE TRIGGER server_of_morning AFTER INSERT ON morning BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
