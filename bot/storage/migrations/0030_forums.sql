-- Matches in posts of a forum: docs/channels.md.

-- The forum in whose post the match is played; NULL: `channel`. Until the post exists, `invitation`
-- is NULL. If there can be no post, the match returns to `channel`.
ALTER TABLE match ADD COLUMN forum INTEGER;
CREATE INDEX match_post ON match (invitation) WHERE forum IS NOT NULL;
CREATE INDEX match_forum ON match (forum) WHERE forum IS NOT NULL AND status = 'running';

-- The forum of a tournament's matches; NULL: they get threads in `channel`.
ALTER TABLE tournament ADD COLUMN forum INTEGER;
