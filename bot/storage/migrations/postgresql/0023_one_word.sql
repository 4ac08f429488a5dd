-- Tables and columns get the names that the code uses. Bodies of functions are text, so those that
-- name a renamed table are replaced.

-- A player's latest turn alert in a match with a clock.
ALTER TABLE call RENAME TO turn_alert;
ALTER TABLE turn_alert RENAME CONSTRAINT call_pkey TO turn_alert_pkey;
ALTER TABLE turn_alert RENAME CONSTRAINT call_match_fkey TO turn_alert_match_fkey;
ALTER INDEX call_look RENAME TO turn_alert_look;
ALTER INDEX call_user RENAME TO turn_alert_user;
ALTER TRIGGER call_changed ON turn_alert RENAME TO turn_alert_changed;
ALTER TRIGGER call_made ON turn_alert RENAME TO turn_alert_made;
ALTER TRIGGER call_reached ON turn_alert RENAME TO turn_alert_reached;
ALTER TRIGGER call_made_reached ON turn_alert RENAME TO turn_alert_made_reached;
ALTER FUNCTION call_changed() RENAME TO turn_alert_changed;
ALTER FUNCTION call_reached() RENAME TO turn_alert_reached;

-- Announcements of a player's days off and quiet hours.
ALTER TABLE rest_news RENAME TO absence_news;
ALTER TABLE absence_news RENAME CONSTRAINT rest_news_pkey TO absence_news_pkey;
ALTER INDEX rest_news_due RENAME TO absence_news_due;
ALTER TRIGGER rest_news_absence ON absence RENAME TO absence_news_begun;
ALTER TRIGGER rest_news_absence_over ON absence RENAME TO absence_news_ended;
ALTER TRIGGER rest_news_setting ON user_setting RENAME TO absence_news_setting_made;
ALTER TRIGGER rest_news_setting_changed ON user_setting RENAME TO absence_news_setting_changed;
ALTER TRIGGER rest_news_setting_dropped ON user_setting RENAME TO absence_news_setting_dropped;
ALTER FUNCTION rest_news_hours() RENAME TO absence_news_hours;
CREATE OR REPLACE FUNCTION absence_news_hours() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO absence_news ("user")
        VALUES (CASE WHEN TG_OP = 'DELETE' THEN old."user" ELSE new."user" END)
        ON CONFLICT ("user") DO UPDATE SET stamp = absence_news.stamp + 1, noticed = NULL;
    RETURN NULL;
END $$;

-- Generations of the database, and that of a match which a restore brought back.
ALTER TABLE life RENAME TO generation;
ALTER TABLE generation RENAME CONSTRAINT life_pkey TO generation_pkey;
ALTER TABLE match RENAME COLUMN life TO generation;
