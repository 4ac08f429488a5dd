-- Tricks that annoy: how often people ping each other, whose challenges they don't take, and what
-- the others have been told of somebody's days off.

-- Pings that somebody's act has caused, for a day. One cause pings the same people however often
-- its message is tried.
CREATE TABLE ping (
    id INTEGER PRIMARY KEY,
    cause TEXT NOT NULL,
    sender INTEGER NOT NULL,
    receiver INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX ping_cause ON ping (cause);
CREATE INDEX ping_sender ON ping (sender);
CREATE INDEX ping_receiver ON ping (receiver);
CREATE INDEX ping_at ON ping (at);

-- Whose challenges somebody does not take.
CREATE TABLE refusal (
    user INTEGER NOT NULL,
    other INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX refusal_other ON refusal (other);

-- What tells of somebody's days off and quiet hours. `stamp` rises with each change, `told` follows
-- when that is told; `noticed` is when the last change was seen. `until` and `hours` are what was
-- told last, `sent` when a message did so.
CREATE TABLE rest_news (
    user INTEGER PRIMARY KEY,
    stamp INTEGER NOT NULL DEFAULT 1,
    told INTEGER NOT NULL DEFAULT 0,
    noticed INTEGER,
    until INTEGER,
    hours TEXT NOT NULL DEFAULT '',
    sent INTEGER
) STRICT;

CREATE INDEX rest_news_due ON rest_news (user) WHERE stamp > told;

-- Who is away has been told to be so; quiet hours are shown as they are.
INSERT INTO rest_news (user, told, until)
    SELECT user, 1, max(until) FROM absence
    WHERE since <= CAST(strftime('%s', 'now') AS INTEGER) AND until > CAST(strftime('%s', 'now') AS INTEGER) GROUP BY user;

CREATE TRIGGER rest_news_absence AFTER INSERT ON absence BEGIN
    INSERT INTO rest_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER rest_news_absence_over AFTER DELETE ON absence BEGIN
    INSERT INTO rest_news (user) VALUES (old.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER rest_news_setting AFTER INSERT ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO rest_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER rest_news_setting_changed AFTER UPDATE ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO rest_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER rest_news_setting_dropped AFTER DELETE ON user_setting
WHEN old.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO rest_news (user) VALUES (old.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
