-- What people plan, and what is forgotten of them.

-- How many entries a board told when one last pinged somebody: who was called to a turn that was
-- taken back from them is not called to it again.
ALTER TABLE match ADD COLUMN shown_called INTEGER NOT NULL DEFAULT 0;
