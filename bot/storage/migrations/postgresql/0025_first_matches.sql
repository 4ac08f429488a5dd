-- Whether someone has finished a match of a game before, in any server.
CREATE INDEX took_part_user ON took_part ("user", game);
