-- What people plan, and what is forgotten of them.

-- How many entries a board told when one last pinged somebody: who was called to a turn that was
-- taken back from them is not called to it again.
ALTER TABLE match ADD COLUMN shown_called INTEGER NOT NULL DEFAULT 0;

-- What people plan for their next turn. Derived: `due` says that this turn has come.
CREATE TABLE plan (
    match INTEGER NOT NULL REFERENCES match (id),
    user INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    tokens TEXT NOT NULL,
    due INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX plan_due ON plan (match) WHERE due = 1;
CREATE INDEX plan_user ON plan (user);
