-- Processes that share Discord's shards: docs/scale.md.

-- Each is alive until then, in seconds since 1970; `shards` is the number that it was told.
CREATE TABLE shard_process (
    process TEXT PRIMARY KEY,
    shards BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- Who holds a shard of so many, until when, and whether Discord speaks to it there.
CREATE TABLE shard_lease (
    shards BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    process TEXT NOT NULL,
    until BIGINT NOT NULL,
    connected BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (shards, shard)
);

-- The number of shards that counts: processes with another one take over when all theirs are
-- connected.
CREATE TABLE shard_count (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    shards BIGINT NOT NULL
);

-- When a session last began in a bucket of Discord's limit, in seconds since 1970.
CREATE TABLE shard_identify (
    bucket BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
