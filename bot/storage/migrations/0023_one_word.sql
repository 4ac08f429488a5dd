-- Tables and columns get the names that the code uses. Triggers are created again rather than
-- rewritten by SQLite, so that the result does not depend on `legacy_alter_table`.

DROP TRIGGER call_made;
DROP TRIGGER call_changed;
DROP TRIGGER call_reached;
DROP TRIGGER overview_called;
DROP TRIGGER rest_news_absence;
DROP TRIGGER rest_news_absence_over;
DROP TRIGGER rest_news_setting;
DROP TRIGGER rest_news_setting_changed;
DROP TRIGGER rest_news_setting_dropped;
DROP INDEX call_look;
DROP INDEX call_user;
DROP INDEX rest_news_due;

-- A player's latest turn alert in a match with a clock. The columns keep their names and meanings
-- (0009_calls.sql).
ALTER TABLE call RENAME TO turn_alert;
CREATE INDEX turn_alert_look ON turn_alert (look) WHERE look IS NOT NULL;
CREATE INDEX turn_alert_user ON turn_alert (user);

CREATE TRIGGER turn_alert_made AFTER INSERT ON turn_alert BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND user = new.user;
    UPDATE reminder SET at = 0 WHERE match = new.match AND user = new.user;
END;
CREATE TRIGGER turn_alert_changed AFTER UPDATE ON turn_alert
WHEN old.asked <> new.asked OR old.began IS NOT new.began OR old.seen <> new.seen
    OR old.unseen IS NOT new.unseen OR old.why <> new.why BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND user = new.user;
END;
CREATE TRIGGER turn_alert_reached AFTER UPDATE ON turn_alert
WHEN old.asked <> new.asked OR old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE reminder SET at = 0 WHERE match = new.match AND user = new.user;
END;
CREATE TRIGGER overview_called AFTER UPDATE OF began, unseen ON turn_alert
WHEN old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE overview SET changes = changes + 1
        WHERE guild = (SELECT guild FROM match WHERE id = new.match);
END;

-- Announcements of a player's days off and quiet hours (0010_pings.sql).
ALTER TABLE rest_news RENAME TO absence_news;
CREATE INDEX absence_news_due ON absence_news (user) WHERE stamp > told;

CREATE TRIGGER absence_news_begun AFTER INSERT ON absence BEGIN
    INSERT INTO absence_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER absence_news_ended AFTER DELETE ON absence BEGIN
    INSERT INTO absence_news (user) VALUES (old.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER absence_news_setting_made AFTER INSERT ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO absence_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER absence_news_setting_changed AFTER UPDATE ON user_setting
WHEN new.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO absence_news (user) VALUES (new.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;
CREATE TRIGGER absence_news_setting_dropped AFTER DELETE ON user_setting
WHEN old.name IN ('zone', 'quiet_from', 'quiet_until') BEGIN
    INSERT INTO absence_news (user) VALUES (old.user)
        ON CONFLICT (user) DO UPDATE SET stamp = stamp + 1, noticed = NULL;
END;

-- Generations of the database, and that of a match which a restore brought back (0011_lives.sql).
ALTER TABLE life RENAME TO generation;
ALTER TABLE match RENAME COLUMN life TO generation;
