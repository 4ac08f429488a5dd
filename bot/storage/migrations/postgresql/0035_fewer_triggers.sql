-- Functions that write these rows now do this work (bot/match/people/recalculation.py,
-- bot/storage/base/restores.py). CASCADE drops the triggers.
--
-- These triggers stay:
-- * day_changed, day_asked, day_scored, day_unscored, day_deleted: forgetting a person or a server
--   changes day_match by statements that serve all tables, and sums of days must stay exact then.
-- * overview_new, overview_changed, overview_called, match_untold_event: they count what messages
--   have to show, whichever statement changes a match.
-- * turn_alert_made, turn_alert_changed, turn_alert_reached, notice_posted: they compare a row with
--   the one before, in the middle of a statement that replaces it.

DROP FUNCTION deadline_hours() CASCADE;
DROP FUNCTION reminder_hours() CASCADE;
DROP FUNCTION absence_news_hours() CASCADE;
DROP FUNCTION numbering_given() CASCADE;
DROP FUNCTION server_known() CASCADE;
