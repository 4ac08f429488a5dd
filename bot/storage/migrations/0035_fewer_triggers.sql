-- Functions that write these rows now do this work (bot/match/people/recalculation.py,
-- bot/storage/base/restores.py).
--
-- These triggers stay:
-- * day_changed, day_asked, day_scored, day_unscored, day_deleted: forgetting a person or a server
--   changes day_match by statements that serve all tables, and sums of days must stay exact then.
-- * overview_new, overview_changed, overview_called, match_untold_event: they count what messages
--   have to show, whichever statement changes a match.
-- * turn_alert_made, turn_alert_changed, turn_alert_reached, notice_posted: they compare a row with
--   the one before, in the middle of a statement that replaces it.

DROP TRIGGER deadline_absence_begun;
DROP TRIGGER deadline_absence_ended;
DROP TRIGGER reminder_absence;
DROP TRIGGER reminder_absence_over;
DROP TRIGGER absence_news_begun;
DROP TRIGGER absence_news_ended;
DROP TRIGGER deadline_setting_made;
DROP TRIGGER deadline_setting_changed;
DROP TRIGGER deadline_setting_dropped;
DROP TRIGGER reminder_setting;
DROP TRIGGER reminder_setting_changed;
DROP TRIGGER reminder_setting_dropped;
DROP TRIGGER absence_news_setting_made;
DROP TRIGGER absence_news_setting_changed;
DROP TRIGGER absence_news_setting_dropped;
DROP TRIGGER server_of_bar;
DROP TRIGGER server_of_day;
DROP TRIGGER server_of_setting;
DROP TRIGGER server_of_match;
DROP TRIGGER server_of_morning;
DROP TRIGGER server_of_overview;
DROP TRIGGER server_of_puzzle;
DROP TRIGGER server_of_tournament;
DROP TRIGGER server_of_trouble_channel;
DROP TRIGGER numbering_given;
DROP TRIGGER numbering_of_tournament;
