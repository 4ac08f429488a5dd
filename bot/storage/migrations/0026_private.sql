-- Private matches: daily puzzles, and practice that its player keeps to themselves. Such a match has
-- no board, card, thread or ping, so nothing of it is ever behind on Discord.
ALTER TABLE match ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
UPDATE match SET private = 1 WHERE day IS NOT NULL;

DROP INDEX match_unshown;
CREATE INDEX match_unshown ON match (id)
    WHERE status IN ('running', 'over')
    AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL) AND frozen = 0
    AND private = 0;
DROP INDEX match_guild;
CREATE INDEX match_guild ON match (guild)
    WHERE status = 'running' AND frozen = 0 AND private = 0;
DROP TRIGGER overview_new;
CREATE TRIGGER overview_new AFTER INSERT ON match WHEN new.private = 0
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
DROP TRIGGER overview_changed;
CREATE TRIGGER overview_changed AFTER UPDATE OF status, seq, events, shown_message, frozen ON match
WHEN new.private = 0
BEGIN
    UPDATE overview SET changes = changes + 1 WHERE guild = new.guild;
END;
DROP TRIGGER match_untold_event;
CREATE TRIGGER match_untold_event AFTER INSERT ON match_event
WHEN new.kind IN ('declined', 'expired')
    AND (SELECT private FROM match WHERE id = new.match) = 0
BEGIN
    UPDATE match SET untold = 1 WHERE id = new.match;
END;
