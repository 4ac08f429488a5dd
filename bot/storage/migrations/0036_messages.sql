-- What each message of the bot must show, what it shows, and where (bot/match/people/messages.py).
CREATE TABLE message (
    kind TEXT NOT NULL,
    -- A channel, server, match or tournament, depending on the kind.
    subject INTEGER NOT NULL,
    -- Distinguishes messages about one subject.
    part INTEGER NOT NULL DEFAULT 0,
    -- The user whom the message is for, or about; 0 if there is none.
    receiver INTEGER NOT NULL DEFAULT 0,
    guild INTEGER NOT NULL,
    -- The newest version that it must show, and the one that it shows.
    wanted INTEGER NOT NULL DEFAULT 1,
    shown INTEGER NOT NULL DEFAULT 0,
    place INTEGER,
    message INTEGER,
    -- Earliest time of the next attempt, in seconds since 1970, and failed attempts in a row.
    due INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    -- The process that works on it, and when its lease expires, in seconds since 1970.
    owner TEXT,
    until INTEGER NOT NULL DEFAULT 0,
    -- When a notice was first posted, in seconds since 1970.
    posted INTEGER,
    -- What its kind has to know of the shown version.
    detail TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (kind, subject, part, receiver)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_due ON message (due) WHERE shown < wanted;
CREATE INDEX message_guild ON message (guild, kind);
CREATE INDEX message_of ON message (message);
CREATE INDEX message_receiver ON message (receiver);

INSERT INTO message (kind, subject, guild, wanted, shown, place, message, due)
SELECT 'overview', channel, guild, changes, told,
    channel, message, edited + 30
FROM overview;
DROP TRIGGER overview_new;
DROP TRIGGER overview_changed;
DROP TRIGGER overview_called;
DROP TABLE overview;

CREATE TRIGGER overview_called AFTER UPDATE OF began, unseen ON turn_alert
WHEN old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE message SET wanted = wanted + 1
        WHERE kind = 'overview' AND guild = (SELECT guild FROM match WHERE id = new.match);
END;
CREATE TRIGGER overview_changed AFTER UPDATE OF status, seq, events, frozen ON match
WHEN new.private = 0 BEGIN
    UPDATE message SET wanted = wanted + 1 WHERE kind = 'overview' AND guild = new.guild;
END;
CREATE TRIGGER overview_new AFTER INSERT ON match WHEN new.private = 0 BEGIN
    UPDATE message SET wanted = wanted + 1 WHERE kind = 'overview' AND guild = new.guild;
END;

-- The table of the day: versions are days, counted since the year 1.
INSERT INTO message (kind, subject, guild, place, wanted, shown)
SELECT 'morning', guild, guild, channel,
    CAST(julianday(told) - 1721424.5 AS INTEGER) + 1, CAST(julianday(told) - 1721424.5 AS INTEGER)
FROM morning;
DROP TABLE morning;

-- Cards: the messages of invitations. A card that was deleted gets no row.
INSERT INTO message (kind, subject, guild, place, message, wanted, shown, due)
SELECT 'card', id, guild,
    CASE WHEN forum IS NOT NULL AND invitation IS NOT NULL THEN invitation ELSE channel END,
    invitation,
    card_changes + (status = 'running' AND card_seq < shown_seq),
    CASE WHEN invitation IS NULL THEN 0 ELSE card_told END,
    card_at + 60
FROM match
WHERE private = 0 AND card_seq < 1000000000 AND (invitation IS NOT NULL OR status = 'open'
    OR status IN ('running', 'over') AND tournament IS NOT NULL OR status = 'running');
DROP INDEX match_card;
DROP INDEX match_card_progress;
ALTER TABLE match DROP COLUMN card_told;
ALTER TABLE match DROP COLUMN card_changes;
ALTER TABLE match DROP COLUMN card_seq;
ALTER TABLE match DROP COLUMN card_at;

-- Discord's events of tournaments: versions are numbers of the tournament's events. The new versions
-- make the bot look at each event.
INSERT INTO message (kind, subject, guild, place, message, shown, wanted)
SELECT 'event', tournament.id, tournament.guild, tournament.channel, scheduled_event.event,
    scheduled_event.events, tournament.events + 1
FROM scheduled_event JOIN tournament ON tournament.id = scheduled_event.tournament
WHERE scheduled_event.closed = 0;
DROP TABLE scheduled_event;

-- Reminders: the part is when the turn began, and the version the number of reminders sent.
INSERT INTO message (kind, subject, part, receiver, guild, wanted, shown, due)
SELECT 'reminder', match, since, user, guild, sent + (at IS NOT NULL), sent, COALESCE(at, 0)
FROM reminder JOIN match ON match.id = reminder.match;
DROP TRIGGER turn_alert_made;
DROP TRIGGER turn_alert_reached;
DROP TABLE reminder;

CREATE TRIGGER turn_alert_made AFTER INSERT ON turn_alert BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND user = new.user;
    UPDATE message SET wanted = wanted + 1, due = 0
        WHERE kind = 'reminder' AND subject = new.match AND receiver = new.user;
END;
CREATE TRIGGER turn_alert_reached AFTER UPDATE ON turn_alert
WHEN old.asked <> new.asked OR old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE message SET wanted = wanted + 1, due = 0
        WHERE kind = 'reminder' AND subject = new.match AND receiver = new.user;
END;

-- Watchers hear of rounds and of the end. The owner is none: 0.3.0 can have sent a message.
INSERT INTO message (kind, subject, receiver, guild, wanted, shown, owner)
SELECT 'watch', match, user, guild, rounds + 1, rounds, '0.3.0'
FROM watch JOIN match ON match.id = watch.match WHERE every = 'round' OR status <> 'running';
DELETE FROM watch WHERE match IN (SELECT id FROM match WHERE status <> 'running');
DROP INDEX watch_look;
ALTER TABLE watch DROP COLUMN seq;
ALTER TABLE watch DROP COLUMN rounds;
ALTER TABLE watch DROP COLUMN look;
ALTER TABLE watch DROP COLUMN failures;

-- Messages to hosts: versions are numbers of the match's events. A message of an earlier version of
-- the bot can be there without a record: an owner that doesn't exist makes the bot search for it.
INSERT INTO message (kind, subject, guild, place, shown, wanted, owner)
SELECT 'host', id, guild, channel, host_told, host_told + 1, 'upgrade' FROM match
WHERE private = 0 AND (untold = 1 OR status = 'open' AND host_told > 0);
DROP TRIGGER match_untold_event;
DROP INDEX match_untold;
ALTER TABLE match DROP COLUMN untold;
ALTER TABLE match DROP COLUMN host_told;

-- Notices of match events: `part` is the number of the event. Of the closed ones in running matches,
-- the time at which they were posted still counts.
INSERT INTO message (kind, subject, part, guild, wanted, shown, place, message, posted, owner)
SELECT 'notice', notice.match, notice.n, match.guild, notice.stamp,
    CASE WHEN notice.open = 1 THEN notice.told ELSE notice.stamp END,
    COALESCE(notice.place, match.place, match.channel),
    CASE WHEN notice.open = 1 THEN notice.message END, notice.posted,
    CASE WHEN notice.open = 1 AND notice.message IS NULL AND notice.tried = 1 THEN 'before' END
FROM notice JOIN match ON match.id = notice.match
WHERE notice.open = 1 OR (match.status = 'running' AND notice.posted IS NOT NULL);
DROP TABLE notice;

-- Panels of tournaments, and the notes about their events. An owner that doesn't exist makes the bot
-- search for a panel that was not recorded.
INSERT INTO message (kind, subject, guild, place, message, shown, wanted, owner)
SELECT 'panel', id, guild, channel, panel, shown,
    CASE WHEN shown > events THEN shown ELSE events END,
    CASE WHEN panel IS NULL THEN 'upgrade' END
FROM tournament;
INSERT INTO message (kind, subject, guild, place, shown, wanted)
SELECT 'note', id, guild, channel, told, events FROM tournament
WHERE told < events OR status IN ('open', 'running');
DROP INDEX tournament_unshown;
ALTER TABLE tournament DROP COLUMN panel;
ALTER TABLE tournament DROP COLUMN shown;
ALTER TABLE tournament DROP COLUMN told;

-- Reports of problems: `part` was the time at which the message was begun. Problems that were not
-- reported yet share a message.
ALTER TABLE trouble RENAME COLUMN told TO part;
UPDATE trouble SET part = 0 WHERE part IS NULL;
INSERT INTO message (kind, subject, part, guild, place, message, shown, wanted, due, owner)
SELECT 'trouble', trouble.guild, trouble.part, trouble.guild, trouble_channel.channel,
    MAX(trouble.message),
    CASE WHEN MAX(trouble.message) IS NULL THEN 0 ELSE 1 END,
    CASE WHEN MAX(trouble.message) IS NULL THEN 1 ELSE 2 END,
    CASE WHEN trouble.part = 0 THEN trouble_channel.told + 1200 ELSE 0 END,
    CASE WHEN trouble.part > 0 AND MAX(trouble.message) IS NULL THEN '0.3.0' END
FROM trouble JOIN trouble_channel ON trouble_channel.guild = trouble.guild
GROUP BY trouble.guild, trouble.part, trouble_channel.channel, trouble_channel.told;
ALTER TABLE trouble DROP COLUMN message;
ALTER TABLE trouble_channel DROP COLUMN refused;

-- Boards. The version is the number of entries and events that a match has had. Private matches have
-- no board. The board before, which must lose its buttons, has a row of its own.
INSERT INTO message (kind, subject, guild, wanted, shown, place, message, owner, detail)
SELECT 'board', id, guild, CASE WHEN status IN ('running', 'over') THEN seq + events ELSE 0 END,
    CASE WHEN shown_seq > 0 THEN shown_seq ELSE 0 END + shown_events,
    shown_place, shown_message, lease_owner,
    json_object('seq', shown_seq, 'base', shown_base, 'rounds', shown_rounds,
        'events', shown_events, 'called', shown_called)
FROM match WHERE private = 0;
INSERT INTO message (kind, subject, guild, place, message)
SELECT 'old board', id, guild, stale_place, stale_message FROM match
WHERE private = 0 AND stale_message IS NOT NULL;
DROP INDEX match_board;
DROP INDEX match_unshown;
ALTER TABLE match DROP COLUMN shown_seq;
ALTER TABLE match DROP COLUMN shown_base;
ALTER TABLE match DROP COLUMN shown_rounds;
ALTER TABLE match DROP COLUMN shown_events;
ALTER TABLE match DROP COLUMN shown_message;
ALTER TABLE match DROP COLUMN shown_place;
ALTER TABLE match DROP COLUMN shown_called;
ALTER TABLE match DROP COLUMN stale_message;
ALTER TABLE match DROP COLUMN stale_place;
ALTER TABLE match DROP COLUMN lease_owner;
ALTER TABLE match DROP COLUMN lease_until;

-- Matches that play a past day again are the ones of a day without a row in day_match.
DROP INDEX match_archive;
ALTER TABLE match DROP COLUMN archive;
CREATE INDEX match_day ON match (host, game, day) WHERE day IS NOT NULL;
