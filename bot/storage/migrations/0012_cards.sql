-- The card in the channel tells how a match ended.

-- How many events of the history of a match that is over its card tells.
ALTER TABLE match ADD COLUMN card_told INTEGER NOT NULL DEFAULT 0;
-- What ended before keeps the card that it has.
UPDATE match SET card_told = events WHERE status = 'over';
CREATE INDEX match_card ON match (id)
    WHERE status = 'over' AND card_told < events AND invitation IS NOT NULL AND frozen = 0;
