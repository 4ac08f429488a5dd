-- The card of a match, the message of its invitation, tells all that happens to it.

-- How often something has changed that the card shows; card_told says how many of these changes
-- it shows.
ALTER TABLE match ADD COLUMN card_changes BIGINT NOT NULL DEFAULT 0;
UPDATE match SET card_changes = events;
-- Invitations that are open are brought up to date once; other cards stay as they are.
UPDATE match SET card_told = events WHERE status IN ('running', 'called off');
DROP INDEX match_card;
CREATE INDEX match_card ON match (id)
    WHERE card_told < card_changes AND invitation IS NOT NULL AND frozen = 0;
