-- Boards: the one before the current, until it has been stripped; whose board a message is.

ALTER TABLE match ADD COLUMN stale_message INTEGER;
ALTER TABLE match ADD COLUMN stale_place INTEGER;

CREATE INDEX match_board ON match (shown_message) WHERE status = 'running';

DROP INDEX match_unshown;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over')
    AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL)
    AND frozen = 0;
