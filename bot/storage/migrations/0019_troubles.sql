-- What keeps the bot from working in a server, told in a channel that the server chooses.

CREATE TABLE trouble_channel (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    -- When the newest message was begun, in seconds since 1970.
    told INTEGER NOT NULL DEFAULT 0,
    -- When Discord last refused a message there; NULL since it took one.
    refused INTEGER
) STRICT;

CREATE TABLE trouble (
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- A channel, or a match that is frozen.
    subject INTEGER NOT NULL,
    cause TEXT NOT NULL,
    -- What Discord said.
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    -- When the message was begun that tells it, and its id once it is posted.
    told INTEGER,
    message INTEGER,
    mended INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild, kind, subject, cause)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_frozen ON match (guild) WHERE frozen = 1;
CREATE TRIGGER server_of_trouble_channel AFTER INSERT ON trouble_channel BEGIN
    INSERT INTO server (guild) VALUES (new.guild) ON CONFLICT DO NOTHING;
END;
