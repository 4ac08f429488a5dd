-- Members who hear by direct message how a match goes on. Rows end with the match.
CREATE TABLE watch (
    match BIGINT NOT NULL REFERENCES match (id),
    "user" BIGINT NOT NULL,
    -- "round": at the end of each round and of the match. "end": at the end of the match.
    every TEXT NOT NULL,
    -- Log entries and finished rounds at the last check.
    seq BIGINT NOT NULL,
    rounds BIGINT NOT NULL,
    -- Earliest time of the next check, in seconds since 1970.
    look BIGINT NOT NULL,
    -- Messages in a row that Discord refused.
    failures BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match, "user")
);
CREATE INDEX watch_user ON watch ("user");
CREATE INDEX watch_look ON watch (look);
