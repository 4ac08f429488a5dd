-- Calls: since when people know that a match waits for them.

-- The latest turn to which somebody was called in a match with a clock. Kept: nothing else tells
-- who could see a board. `asked` is how many entries the log had when their time began, `posted` when
-- the board was posted, `began` since when it is known to have been where they could see it,
-- `seen` when they were last known to see that place, `unseen` since when they can't, `why`
-- what the latest look found, `blind` the times before that in which they could not, as JSON,
-- `look` when to look again.
CREATE TABLE call (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    posted INTEGER NOT NULL,
    began INTEGER,
    seen INTEGER NOT NULL DEFAULT 0,
    unseen INTEGER,
    why TEXT NOT NULL DEFAULT 'yes',
    blind TEXT NOT NULL DEFAULT '[]',
    look INTEGER,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX call_look ON call (look) WHERE look IS NOT NULL;
CREATE INDEX call_user ON call (user);

-- Who must act in a match that runs already was called by the rules of that time.
INSERT INTO call (match, user, asked, posted, began, look)
    SELECT deadline.match, deadline.user, match.seq, 0, 0, 0
    FROM deadline JOIN match ON match.id = deadline.match
    WHERE deadline.user > 0 AND match.status = 'running'
    GROUP BY deadline.match, deadline.user;

-- What is due of somebody may now be due earlier than was worked out before.
CREATE TRIGGER call_made AFTER INSERT ON call BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND user = new.user;
    UPDATE reminder SET at = 0 WHERE match = new.match AND user = new.user;
END;
CREATE TRIGGER call_changed AFTER UPDATE ON call
WHEN old.asked <> new.asked OR old.began IS NOT new.began OR old.seen <> new.seen
    OR old.unseen IS NOT new.unseen OR old.why <> new.why BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND user = new.user;
END;
CREATE TRIGGER call_reached AFTER UPDATE ON call
WHEN old.asked <> new.asked OR old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE reminder SET at = 0 WHERE match = new.match AND user = new.user;
END;

-- When a notice was first posted: a second warning comes as long after the first was to be seen.
ALTER TABLE notice ADD COLUMN posted INTEGER;
UPDATE notice SET posted = 0 WHERE message IS NOT NULL;
CREATE TRIGGER notice_posted AFTER UPDATE OF posted ON notice BEGIN
    UPDATE deadline SET at = soonest, stamp = stamp + 1
        WHERE match = new.match AND kind = 'second';
END;
