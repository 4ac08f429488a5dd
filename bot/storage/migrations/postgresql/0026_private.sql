-- Private matches: daily puzzles, and practice that its player keeps to themselves. Such a match has
-- no board, card, thread or ping, so nothing of it is ever behind on Discord.
ALTER TABLE match ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
UPDATE match SET private = 1 WHERE day IS NOT NULL;

DROP INDEX match_unshown;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over')
    AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL) AND frozen = 0
    AND private = 0;
DROP INDEX match_guild;
CREATE INDEX match_guild ON match (guild)
    WHERE status = 'running' AND frozen = 0 AND private = 0;
DROP TRIGGER overview_changed ON match;
CREATE TRIGGER overview_changed AFTER UPDATE OF status, seq, events, shown_message, frozen ON match
FOR EACH ROW WHEN (new.private = 0) EXECUTE FUNCTION overview_changed();
DROP TRIGGER overview_new ON match;
CREATE TRIGGER overview_new AFTER INSERT ON match FOR EACH ROW WHEN (new.private = 0)
EXECUTE FUNCTION overview_changed();

CREATE OR REPLACE FUNCTION match_untold_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE match SET untold = 1 WHERE id = new.match AND private = 0;
    RETURN NULL;
END $$;
