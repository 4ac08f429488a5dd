-- Where a match was played before it moved, until no board there can be pressed any more.
CREATE TABLE left_place (
    match INTEGER NOT NULL REFERENCES match (id),
    place INTEGER NOT NULL,
    PRIMARY KEY (match, place)
) WITHOUT ROWID;
