-- Processes that share Discord's shards: docs/scale.md.

-- Each is alive until then, in seconds since 1970; `shards` is the number that it was told.
CREATE TABLE shard_process (
    process TEXT PRIMARY KEY,
    shards INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who holds a shard of so many, until when, and whether Discord speaks to it there.
CREATE TABLE shard_lease (
    shards INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    process TEXT NOT NULL,
    until INTEGER NOT NULL,
    connected INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (shards, shard)
) STRICT, WITHOUT ROWID;

-- The number of shards that counts: processes with another one take over when all theirs are
-- connected.
CREATE TABLE shard_count (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    shards INTEGER NOT NULL
) STRICT;

-- When a session last began in a bucket of Discord's limit, in seconds since 1970.
CREATE TABLE shard_identify (
    bucket INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
