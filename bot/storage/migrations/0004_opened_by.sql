-- The interaction that asked for a match makes one, however often it is delivered.

ALTER TABLE match ADD COLUMN opened_by INTEGER;
CREATE UNIQUE INDEX match_opened_by ON match (opened_by);
