-- A database on a server can go back in time while the bot runs, when a standby that lagged takes
-- over. The bot notices, and treats it as a restore.

-- The number of the newest durable commit of each process of the bot, and its time in seconds since
-- 1970. A process that finds a smaller number than its own knows that commits are lost. Only
-- PostgreSQL's writer fills this table.
CREATE TABLE commit_mark (
    process TEXT PRIMARY KEY,
    mark INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- 1 if the bot began the generation by itself, because it noticed that commits were lost.
ALTER TABLE generation ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
