-- Functions that write these rows now do this work (bot/match/people/recalculation.py,
-- bot/storage/base/restores.py). CASCADE drops the triggers.

DROP FUNCTION deadline_hours() CASCADE;
DROP FUNCTION reminder_hours() CASCADE;
DROP FUNCTION absence_news_hours() CASCADE;
DROP FUNCTION numbering_given() CASCADE;
DROP FUNCTION server_known() CASCADE;
