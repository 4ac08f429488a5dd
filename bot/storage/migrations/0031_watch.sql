-- Members who hear by direct message how a match goes on. Rows end with the match.
CREATE TABLE watch (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    -- "round": at the end of each round and of the match. "end": at the end of the match.
    every TEXT NOT NULL,
    -- Log entries and finished rounds at the last check.
    seq INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    -- Earliest time of the next check, in seconds since 1970.
    look INTEGER NOT NULL,
    -- Messages in a row that Discord refused.
    failures INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_user ON watch (user);
CREATE INDEX watch_look ON watch (look);
