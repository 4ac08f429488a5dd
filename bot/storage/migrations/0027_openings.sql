-- Openings of days differ in length, and past days can be played again.

-- Entries at the beginning of the log that the house played. They can't be taken back.
ALTER TABLE match ADD COLUMN opening INTEGER NOT NULL DEFAULT 0;
UPDATE match SET opening = coalesce((
    SELECT CASE WHEN day.opening = '' THEN 0
        ELSE length(day.opening) - length(replace(day.opening, char(10), '')) + 1 END
    FROM day WHERE day.game = match.game AND day.day = match.day
), 0) WHERE day IS NOT NULL;

-- 1 for a match with the dice of a day that was over before: it counts for nothing and has no row
-- in day_match.
ALTER TABLE match ADD COLUMN archive INTEGER NOT NULL DEFAULT 0;
CREATE INDEX match_archive ON match (host, game, day) WHERE archive = 1;
