-- Shards that Discord does not serve: docs/scale.md.

-- Seconds for which Discord has not served the process; 0 while it does.
ALTER TABLE shard_process ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;

-- Times without a connection to Discord over one shard of this many, in seconds since 1970. They
-- stop the clocks of the shard's servers only. NULL: the shard is still not connected.
CREATE TABLE shard_downtime (
    shards INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    PRIMARY KEY (shards, shard, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX shard_downtime_until ON shard_downtime (until);
