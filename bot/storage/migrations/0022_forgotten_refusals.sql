-- Being forgotten frees nobody of what others decided about them.

-- `person` is a keyed hash of the user and someone who was forgotten, whose challenges the user
-- doesn't take.
CREATE TABLE forgotten_refusal (
    user INTEGER NOT NULL,
    person BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user, person)
) STRICT, WITHOUT ROWID;

-- A keyed hash of the sender, who was forgotten; `sender` is 0 then.
ALTER TABLE ping ADD COLUMN forgotten_sender BLOB;
CREATE INDEX ping_forgotten_sender ON ping (forgotten_sender) WHERE forgotten_sender IS NOT NULL;
