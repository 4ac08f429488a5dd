-- The pace of matches: due times, downtime, absences.

-- How long a turn may take; matches that were there before go on without a clock.
ALTER TABLE match ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';

-- Derived from log and match_event: when to look at a match again, and for whom. `at` is never
-- after the time it is about; `soonest` is what `at` was before anything stopped the clock, and
-- `stamp` counts how often what stops the clock of that user has changed.
CREATE TABLE deadline (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    soonest INTEGER NOT NULL,
    stamp INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_at ON deadline (at);
CREATE INDEX deadline_user ON deadline (user);

-- Matches that run already: none of them is idle for 46 days before then.
INSERT INTO deadline (match, user, kind, at, soonest)
    SELECT id, 0, 'idle', created + 46 * 86400, created + 46 * 86400
    FROM match WHERE status = 'running';

-- When people are away. Who comes back early ends a stretch before its time.
CREATE TABLE absence (
    user INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user, since)
) STRICT, WITHOUT ROWID;

-- What stops the clock of a user may now stop it for a shorter time: their rows are looked at anew.
CREATE TRIGGER deadline_absence_begun AFTER INSERT ON absence BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = new.user;
END;
CREATE TRIGGER deadline_absence_ended AFTER DELETE ON absence BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = old.user;
END;
CREATE TRIGGER deadline_setting_made AFTER INSERT ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = new.user;
END;
CREATE TRIGGER deadline_setting_changed AFTER UPDATE ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = new.user;
END;
CREATE TRIGGER deadline_setting_dropped AFTER DELETE ON user_setting
WHEN old.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = old.user;
END;

-- When the bot was last known to be up, and when it was down.
CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE downtime (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX downtime_until ON downtime (until);

-- Notices: messages about single match events, such as that somebody is late. `stamp` rises when
-- something has happened that an open one may have to tell, `told` follows when it is shown so.
CREATE TABLE notice (
    match INTEGER NOT NULL REFERENCES match (id),
    n INTEGER NOT NULL,
    stamp INTEGER NOT NULL DEFAULT 1,
    told INTEGER NOT NULL DEFAULT 0,
    open INTEGER NOT NULL DEFAULT 1,
    place INTEGER,
    message INTEGER,
    tried INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX notice_due ON notice (match) WHERE stamp > told;
CREATE INDEX notice_open ON notice (match) WHERE open = 1;
CREATE INDEX notice_message ON notice (message) WHERE open = 1;

-- Derived from log and match_event, but for `sent`: who must act since when, how many reminders of
-- that turn were sent, and when to look whether another is due; NULL: none in this turn.
CREATE TABLE reminder (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    since INTEGER NOT NULL,
    sent INTEGER NOT NULL DEFAULT 0,
    at INTEGER,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminder_at ON reminder (at);
CREATE INDEX reminder_user ON reminder (user);

CREATE TRIGGER reminder_absence AFTER INSERT ON absence BEGIN
    UPDATE reminder SET at = 0 WHERE user = new.user;
END;
CREATE TRIGGER reminder_absence_over AFTER DELETE ON absence BEGIN
    UPDATE reminder SET at = 0 WHERE user = old.user;
END;
CREATE TRIGGER reminder_setting AFTER INSERT ON user_setting BEGIN
    UPDATE reminder SET at = 0 WHERE user = new.user;
END;
CREATE TRIGGER reminder_setting_changed AFTER UPDATE ON user_setting BEGIN
    UPDATE reminder SET at = 0 WHERE user = new.user;
END;
CREATE TRIGGER reminder_setting_dropped AFTER DELETE ON user_setting BEGIN
    UPDATE reminder SET at = 0 WHERE user = old.user;
END;
