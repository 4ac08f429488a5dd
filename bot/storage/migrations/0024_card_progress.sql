-- While a match runs, its card shows how it goes.

-- Entries of the log that the card shows (10^9: the card was deleted), and when it was edited, in
-- seconds since 1970. Cards of running matches follow from the next entry on.
ALTER TABLE match ADD COLUMN card_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN card_at INTEGER NOT NULL DEFAULT 0;
UPDATE match SET card_seq = shown_seq WHERE status = 'running';
CREATE INDEX match_card_progress ON match (id)
    WHERE card_seq < shown_seq AND status = 'running' AND invitation IS NOT NULL AND frozen = 0;
