-- What keeps the bot from working in a server, told in a channel that the server chooses.

CREATE TABLE trouble_channel (
    guild BIGINT PRIMARY KEY,
    channel BIGINT NOT NULL,
    -- When the newest message was begun, in seconds since 1970.
    told BIGINT NOT NULL DEFAULT 0,
    -- When Discord last refused a message there; NULL since it took one.
    refused BIGINT
);

CREATE TABLE trouble (
    guild BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- A channel, or a match that is frozen.
    subject BIGINT NOT NULL,
    cause TEXT NOT NULL,
    -- What Discord said.
    reason TEXT NOT NULL,
    since BIGINT NOT NULL,
    -- When the message was begun that tells it, and its id once it is posted.
    told BIGINT,
    message BIGINT,
    mended BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (guild, kind, subject, cause)
);

CREATE INDEX match_frozen ON match (guild) WHERE frozen = 1;
CREATE TRIGGER server_of_trouble_channel AFTER INSERT ON trouble_channel FOR EACH ROW
EXECUTE FUNCTION server_known();
