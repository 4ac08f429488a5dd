-- A person's own matches and trophies in all servers, for answers outside servers.
CREATE INDEX took_part_everywhere ON took_part ("user", ended, match);
DROP INDEX took_part_user;
CREATE INDEX took_part_user ON took_part ("user", game, ended, match);
CREATE INDEX trophy_everywhere ON trophy ("user", at DESC, tournament DESC);
